import QtQuick
import Hearth.App
import Hearth.Theme

// The cache is being written, because the model goes or because the window is to close; nothing when it takes no time.
NoticeBar {
    id: bar

    required property CacheKeeper cache

    calm: true
    text: !cache.keeping || !patience.over ? ""
        : cache.closing ? qsTr("Keeping the cache, so that chats go on at once next time: %1 %. Then Hearth closes.").arg(Math.round(cache.fraction * 100))
        : qsTr("Keeping the cache: %1 %").arg(Math.round(cache.fraction * 100))
    actionText: cache.closing ? qsTr("Close now") : ""
    Timer {
        id: patience

        property bool over: false

        interval: 300
        running: bar.cache.keeping
        onRunningChanged: if (running) over = false
        onTriggered: over = true
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width * bar.cache.fraction
        height: 2
        color: Theme.emberBank
    }
}

import QtQuick
import Hearth.App
import Hearth.Theme

// The cache is being written, because the model goes or because the window is to close; nothing when it takes no time.
NoticeBar {
    id: bar

    required property CacheKeeper cache

    readonly property bool busy: cache.keeping || cache.closing

    calm: true
    text: !bar.busy || !patience.over ? ""
        : !cache.keeping ? qsTr("Hearth is closing…")
        : cache.closing ? qsTr("Saving the cache so that chats continue quickly next time: %1 %. Hearth then closes.").arg(Math.round(cache.fraction * 100))
        : qsTr("Saving the cache: %1 %").arg(Math.round(cache.fraction * 100))
    actionText: cache.closing ? qsTr("Close now") : ""
    Timer {
        id: patience

        property bool over: false

        interval: 300
        running: bar.busy
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

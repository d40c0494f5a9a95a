import QtQuick
import Hearth.Theme
import Hearth.Components

// Above the foot of the sidebar while several chats reply: how many, and one button that ends all of them.
Item {
    id: bar

    property int count: 0

    signal stopRequested()

    visible: count > 1
    height: visible ? 40 : 0
    Accessible.role: Accessible.Grouping
    Accessible.name: words.text
    Hairline { width: parent.width }
    AppText {
        id: words
        x: 20
        width: parent.width - x - stop.width - 16
        anchors.verticalCenter: parent.verticalCenter
        text: qsTr("%1 chats are replying").arg(bar.count)
        font: Theme.caption
        color: Theme.text2
        elide: Text.ElideRight
    }
    AppButton {
        id: stop
        anchors { right: parent.right; rightMargin: 12; verticalCenter: parent.verticalCenter }
        small: true
        text: qsTr("Stop all")
        Accessible.name: qsTr("Stop all replies")
        onClicked: bar.stopRequested()
    }
}

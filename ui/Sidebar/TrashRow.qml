import QtQuick
import Hearth.Theme
import Hearth.Components

// One deleted chat with what can be done with it.
Item {
    id: row

    required property real conversationId
    required property string title
    required property string when
    property bool keyed: false

    signal restored()
    signal erased()

    width: ListView.view ? ListView.view.width : 400
    implicitHeight: 56
    Accessible.role: Accessible.ListItem
    Accessible.name: qsTr("%1. %2").arg(title).arg(when)
    FocusRing { distance: -2; visible: row.keyed }
    TitleText {
        x: 8
        y: 9
        width: parent.width - buttons.width - 24
        title: row.title
        font: Theme.action
        cut: true
    }
    AppText {
        x: 8
        y: 30
        text: row.when
        font: Theme.caption
        color: Theme.text3
    }
    Row {
        id: buttons
        anchors { right: parent.right; rightMargin: 8; verticalCenter: parent.verticalCenter }
        spacing: 4
        AppButton {
            small: true
            text: qsTr("Restore")
            Accessible.name: qsTr("Restore “%1”").arg(row.title)
            onClicked: row.restored()
        }
        IconButton {
            iconName: "trash"
            text: qsTr("Erase “%1” for good").arg(row.title)
            tint: Theme.bad
            onClicked: row.erased()
        }
    }
    Hairline { y: parent.height - 1; width: parent.width }
}

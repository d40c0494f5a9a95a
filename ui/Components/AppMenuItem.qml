import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.MenuItem {
    id: item

    property string iconName: ""
    property string hint: ""
    // Works while the menu is open: the key printed next to the text has the action of the text.
    property string key: ""
    property bool destructive: false
    readonly property color ink: !enabled ? Theme.textOff : destructive ? Theme.bad : Theme.text

    implicitWidth: Math.max(200, Math.ceil(40 + words.implicitWidth + (hint === "" ? 0 : hintText.implicitWidth + 8)))
    implicitHeight: visible ? Theme.menuRowHeight : 0
    hoverEnabled: true
    font: Theme.body
    Accessible.role: Accessible.MenuItem
    Accessible.name: text
    Accessible.onPressAction: item.triggered()
    Shortcut {
        sequence: item.key
        enabled: item.key !== "" && item.visible && item.enabled && item.menu !== null && item.menu.visible
        onActivated: {
            item.menu.close()
            item.triggered()
        }
    }
    background: Rectangle {
        radius: Theme.radius - 2
        color: item.down ? Theme.pressed : item.highlighted ? Theme.hoverRaised : "transparent"
    }
    contentItem: Item {
        Icon {
            x: 8
            anchors.verticalCenter: parent.verticalCenter
            name: item.checked ? "check" : item.iconName
            visible: name !== ""
            tint: item.destructive ? Theme.bad : item.enabled ? Theme.text2 : Theme.textOff
        }
        AppText {
            id: words
            x: 32
            width: parent.width - 40 - (item.hint === "" ? 0 : hintText.implicitWidth + 8)
            anchors.verticalCenter: parent.verticalCenter
            text: item.text
            elide: Text.ElideRight
            color: item.ink
        }
        AppText {
            id: hintText
            anchors { right: parent.right; rightMargin: 8; verticalCenter: parent.verticalCenter }
            text: item.hint
            font: Theme.caption
            color: Theme.text3
        }
    }
}

// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.Theme
import Hearth.Components

// Content of a folder's row in the sidebar.
Item {
    id: folder

    property string name: ""
    property int count: 0
    property bool expanded: false
    property bool current: false

    Icon {
        x: 20
        name: "folder"
        anchors.verticalCenter: parent.verticalCenter
    }
    TitleText {
        x: 44
        width: parent.width - x - 56
        anchors.verticalCenter: parent.verticalCenter
        title: folder.name
        font: folder.current ? Theme.action : Theme.body
        cut: true
    }
    Icon {
        anchors { right: parent.right; rightMargin: 42; verticalCenter: parent.verticalCenter }
        visible: folder.expanded
        name: "down"
        extent: 12
    }
    AppText {
        anchors { right: parent.right; rightMargin: 20; verticalCenter: parent.verticalCenter }
        text: folder.count
        font: Theme.caption
        color: Theme.text3
    }
}

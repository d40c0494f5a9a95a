import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// One file or folder: its name, its size, when it was changed.
Item {
    id: row

    required property int index
    required property string name
    required property string path
    required property bool isFolder
    required property real sizeBytes
    required property string changed
    property bool picked: false
    property bool marked: false
    readonly property bool brief: width < 460

    signal pressedWith(int modifiers)
    signal activated()

    width: ListView.view ? ListView.view.width : 400
    height: 30
    Accessible.role: Accessible.ListItem
    Accessible.name: name
    Accessible.description: isFolder ? qsTr("folder") : size.text + ", " + changed
    Accessible.selected: picked
    Accessible.onPressAction: { row.pressedWith(Qt.NoModifier); if (row.isFolder) row.activated() }
    NumberText { id: numbers }
    Rectangle {
        anchors.fill: parent
        anchors.rightMargin: 8
        radius: Theme.radius
        color: row.picked ? Theme.selected : mouse.containsMouse ? Theme.hover : "transparent"
        FocusRing { visible: row.marked; distance: -1 }
    }
    Icon {
        x: 10
        name: row.isFolder ? "folder" : "file"
        tint: row.isFolder ? Theme.text2 : Theme.text3
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        x: 36
        width: parent.width - x - (row.brief ? 120 : 250)
        text: row.name
        elide: Text.ElideMiddle
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        id: size
        x: parent.width - (row.brief ? 110 : 240)
        text: row.isFolder ? "" : numbers.fileSize(row.sizeBytes)
        font: Theme.caption
        color: Theme.text2
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        visible: !row.brief
        x: parent.width - 140
        width: 130
        text: row.changed
        font: Theme.caption
        color: Theme.text2
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
    }
    MouseArea {
        id: mouse
        anchors.fill: parent
        hoverEnabled: true
        onPressed: event => row.pressedWith(event.modifiers)
        onDoubleClicked: row.activated()
    }
}

import QtQuick
import Hearth.Theme
import Hearth.Components

// A file that goes with a message.
Rectangle {
    id: chip

    property string name: ""
    property string figures: ""
    property bool removable: false

    signal removed()

    implicitHeight: 28
    implicitWidth: Math.min(360, words.implicitWidth + (figures !== "" ? size.implicitWidth + 8 : 0) + 34 + (removable ? 30 : 12))
    radius: Theme.radius
    color: Theme.sunken
    border.width: 1
    border.color: Theme.hairline
    Accessible.role: Accessible.StaticText
    Accessible.name: figures === "" ? qsTr("File %1").arg(name) : qsTr("File %1, %2").arg(name).arg(figures)
    Icon { x: 10; name: "file"; extent: 14; anchors.verticalCenter: parent.verticalCenter }
    AppText {
        id: words
        x: 32
        width: Math.min(implicitWidth, chip.width - 34 - (chip.figures !== "" ? size.implicitWidth + 8 : 0) - (chip.removable ? 30 : 12))
        elide: Text.ElideMiddle
        text: chip.name
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        id: size
        anchors { left: words.right; leftMargin: 8; verticalCenter: parent.verticalCenter }
        visible: text !== ""
        text: chip.figures
        font: Theme.caption
        color: Theme.text3
    }
    IconButton {
        visible: chip.removable
        anchors { right: parent.right; rightMargin: 1; verticalCenter: parent.verticalCenter }
        implicitWidth: 26
        iconName: "close"
        extent: 12
        text: qsTr("Do not attach %1").arg(chip.name)
        onClicked: chip.removed()
    }
}

import QtQuick
import Hearth.Theme
import Hearth.Components

// A file that goes with a message.
Rectangle {
    id: chip

    property string name: ""
    property string figures: ""
    property bool removable: false
    property bool openable: false

    signal removed()
    signal opened()

    implicitHeight: 28
    implicitWidth: Math.min(360, words.implicitWidth + (figures !== "" ? size.implicitWidth + 8 : 0) + 34 + (removable ? 30 : 12))
    radius: Theme.radius
    color: openable && hover.hovered ? Theme.hoverRaised : Theme.sunken
    border.width: 1
    border.color: Theme.hairline
    activeFocusOnTab: openable
    Accessible.role: openable ? Accessible.Button : Accessible.StaticText
    Accessible.onPressAction: if (chip.openable) chip.opened()
    Keys.onReturnPressed: if (chip.openable) chip.opened()
    Keys.onSpacePressed: if (chip.openable) chip.opened()
    Accessible.name: figures === "" ? qsTr("File %1").arg(name) : qsTr("File %1, %2").arg(name).arg(figures)
    HoverHandler { id: hover; enabled: chip.openable }
    TapHandler { enabled: chip.openable; onTapped: chip.opened() }
    FocusRing { visible: chip.activeFocus }
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

import QtQuick
import Hearth.Theme
import Hearth.Components

// A picture that will go with a message. Enter shows it large, Delete removes it, Ctrl and an arrow move it.
Rectangle {
    id: chip

    required property var picture
    required property string name
    required property string figures
    required property string spoken

    signal removed()
    signal opened()
    signal moved(int by)

    implicitHeight: 56
    implicitWidth: Math.min(240, 60 + Math.max(words.implicitWidth, size.implicitWidth) + 34)
    radius: Theme.radiusCard
    color: hover.hovered ? Theme.hoverRaised : Theme.sunken
    border.width: 1
    border.color: Theme.hairline
    activeFocusOnTab: true
    Accessible.role: Accessible.Button
    Accessible.name: spoken
    Accessible.description: qsTr("Enter shows it large, Delete removes it")
    Accessible.onPressAction: chip.opened()
    Keys.onPressed: event => {
        if (event.key === Qt.Key_Delete || event.key === Qt.Key_Backspace) chip.removed()
        else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter || event.key === Qt.Key_Space) chip.opened()
        else if (event.key === Qt.Key_Left && event.modifiers & Qt.ControlModifier) chip.moved(-1)
        else if (event.key === Qt.Key_Right && event.modifiers & Qt.ControlModifier) chip.moved(1)
        else return
        event.accepted = true
    }
    HoverHandler { id: hover }
    TapHandler { onTapped: chip.opened() }
    FocusRing { corner: Theme.radiusCard; visible: chip.activeFocus }
    Thumbnail {
        x: 6
        y: 6
        width: 44
        height: 44
        picture: chip.picture
        ground: chip.color
        corner: Theme.radiusSmall
    }
    Column {
        x: 60
        width: chip.width - x - 34
        anchors.verticalCenter: parent.verticalCenter
        AppText { id: words; width: parent.width; elide: Text.ElideMiddle; text: chip.name; Accessible.ignored: true }
        AppText { id: size; width: parent.width; elide: Text.ElideRight; text: chip.figures; font: Theme.caption; color: Theme.text3; Accessible.ignored: true }
    }
    IconButton {
        anchors { right: parent.right; rightMargin: 4; verticalCenter: parent.verticalCenter }
        implicitWidth: 26
        iconName: "close"
        extent: 12
        text: qsTr("Do not attach %1").arg(chip.name)
        onClicked: chip.removed()
    }
}

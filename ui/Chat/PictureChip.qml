// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.Theme
import Hearth.Components

// A picture that will go with a message. Enter shows it large, Delete removes it, Ctrl and an arrow move it, the menu key
// chooses its detail.
Rectangle {
    id: chip

    required property var picture
    required property string name
    required property string figures
    required property string spoken
    // Fewer or more tokens: of each its "detail", "text", and if it is "chosen"; empty: there is no choice.
    required property var details

    signal removed()
    signal opened()
    signal moved(int by)
    signal detailChosen(int detail)

    readonly property bool choosable: details.length > 1
    // Of the buttons at the right.
    readonly property real side: choosable ? 60 : 34

    implicitHeight: 56
    implicitWidth: Math.min(choosable ? 266 : 240, 60 + Math.max(words.implicitWidth, size.implicitWidth) + side)
    radius: Theme.radiusCard
    color: hover.hovered ? Theme.hoverRaised : Theme.sunken
    border.width: 1
    border.color: Theme.hairline
    activeFocusOnTab: true
    Accessible.role: Accessible.Button
    Accessible.name: spoken
    Accessible.description: choosable ? qsTr("Enter shows it large, Delete removes it, the menu key chooses its detail")
        : qsTr("Enter shows it large, Delete removes it")
    Accessible.onPressAction: chip.opened()
    Keys.onPressed: event => {
        if (event.key === Qt.Key_Delete || event.key === Qt.Key_Backspace) chip.removed()
        else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter || event.key === Qt.Key_Space) chip.opened()
        else if (event.key === Qt.Key_Menu && chip.choosable) menus.made().open()
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
        width: chip.width - x - chip.side
        anchors.verticalCenter: parent.verticalCenter
        AppText { id: words; width: parent.width; elide: Text.ElideMiddle; text: chip.name; Accessible.ignored: true }
        AppText { id: size; width: parent.width; elide: Text.ElideRight; text: chip.figures; font: Theme.caption; color: Theme.text3; Accessible.ignored: true }
    }
    IconButton {
        id: detail
        anchors { right: close.left; verticalCenter: parent.verticalCenter }
        implicitWidth: 26
        visible: chip.choosable
        iconName: "sliders"
        extent: 14
        text: qsTr("Detail of %1").arg(chip.name)
        onClicked: menus.made().open()
    }
    LazyMenu {
        id: menus
        sourceComponent: AppMenu {
            parent: detail
            y: -height - 4
            menuWidth: 220
            AppMenuItem {
                text: chip.details[0]?.text ?? ""
                checked: chip.details[0]?.chosen ?? false
                onTriggered: chip.detailChosen(chip.details[0].detail)
            }
            AppMenuItem {
                text: chip.details[1]?.text ?? ""
                checked: chip.details[1]?.chosen ?? false
                onTriggered: chip.detailChosen(chip.details[1].detail)
            }
            AppMenuItem {
                visible: chip.details.length > 2
                text: chip.details[2]?.text ?? ""
                checked: chip.details[2]?.chosen ?? false
                onTriggered: chip.detailChosen(chip.details[2].detail)
            }
        }
    }
    IconButton {
        id: close
        anchors { right: parent.right; rightMargin: 4; verticalCenter: parent.verticalCenter }
        implicitWidth: 26
        iconName: "close"
        extent: 12
        text: qsTr("Do not attach %1").arg(chip.name)
        onClicked: chip.removed()
    }
}

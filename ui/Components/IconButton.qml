import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A button that is one icon. `text` is its accessible name and its tooltip, `hint` the shortcut next to it.
T.Button {
    id: button

    property string iconName: ""
    property int extent: 16
    property string hint: ""
    property bool on: false
    property bool outlined: false
    property color tint: on ? Theme.text : Theme.text2

    implicitWidth: Theme.smallHeight
    implicitHeight: implicitWidth
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.checkable: checkable
    Accessible.checked: checked || on
    Accessible.onPressAction: if (button.enabled) button.clicked()
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()

    background: Rectangle {
        radius: Theme.radius
        color: !button.enabled ? "transparent" : button.down ? Theme.pressed : button.on ? Theme.pressed
             : button.hovered ? Theme.hover : button.outlined ? Theme.raised : "transparent"
        border.width: button.outlined ? 1 : 0
        border.color: Theme.border
        Behavior on color { ColorAnimation { duration: Theme.quick } }
        FocusRing {
            distance: 0
            visible: button.visualFocus
        }
    }
    contentItem: Item {
        Icon {
            anchors.centerIn: parent
            name: button.iconName
            extent: button.extent
            tint: button.enabled ? button.tint : Theme.textOff
        }
    }
    TipLoader {
        control: button
        text: button.text
        hint: button.hint
        shown: button.hovered || button.visualFocus
    }
}

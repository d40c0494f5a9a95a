import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.Switch {
    id: control

    property string name: text

    implicitWidth: 32
    implicitHeight: 18
    function flip() {
        if (!enabled) return
        toggle()
        toggled()
    }

    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.CheckBox
    Accessible.name: name
    Accessible.checkable: true
    Accessible.checked: checked
    Accessible.onPressAction: control.flip()
    Accessible.onToggleAction: control.flip()
    indicator: Rectangle {
        implicitWidth: 32
        implicitHeight: 18
        radius: 9
        color: control.checked ? (control.enabled ? (control.hovered ? Theme.emberHover : Theme.ember) : Theme.textOff) : "transparent"
        border.width: control.checked ? 0 : 1
        border.color: control.enabled ? Theme.control : Theme.textOff
        Rectangle {
            x: control.checked ? 17 : 3
            y: 3
            width: 12
            height: 12
            radius: 6
            color: control.checked ? Theme.emberInk : control.enabled ? Theme.control : Theme.textOff
            Behavior on x { NumberAnimation { duration: Theme.quick; easing.type: Easing.OutCubic } }
        }
        FocusRing {
            distance: 1
            corner: 9
            visible: control.visualFocus
        }
    }
}

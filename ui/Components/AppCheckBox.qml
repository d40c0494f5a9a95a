import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.CheckBox {
    id: control

    implicitHeight: Math.max(16, label.implicitHeight)
    implicitWidth: text === "" ? 16 : label.implicitWidth
    function flip() {
        if (!enabled) return
        toggle()
        toggled()
    }

    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.CheckBox
    Accessible.name: text
    Accessible.checkable: true
    Accessible.checked: checked
    Accessible.onPressAction: control.flip()
    Accessible.onToggleAction: control.flip()
    indicator: Rectangle {
        y: Math.round((control.height - height) / 2)
        implicitWidth: 16
        implicitHeight: 16
        radius: Theme.radiusSmall
        color: control.checked ? (control.enabled ? Theme.ember : Theme.textOff) : "transparent"
        border.width: control.checked ? 0 : 1
        border.color: control.enabled ? Theme.control : Theme.textOff
        Icon {
            anchors.centerIn: parent
            visible: control.checked
            name: "check"
            extent: 12
            stroke: 1.8
            tint: Theme.emberInk
        }
        FocusRing {
            distance: 1
            corner: Theme.radiusSmall
            visible: control.visualFocus
        }
    }
    contentItem: AppText {
        id: label
        leftPadding: 26
        text: control.text
        verticalAlignment: Text.AlignVCenter
        color: control.enabled ? Theme.text : Theme.textOff
    }
}

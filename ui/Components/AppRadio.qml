import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// One of several, with an optional figure at its right end.
T.RadioButton {
    id: control

    property string figure: ""

    implicitHeight: 28
    implicitWidth: label.implicitWidth + (figure === "" ? 0 : figureText.implicitWidth + Theme.gap)
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.RadioButton
    Accessible.name: text
    Accessible.description: figure
    Accessible.checkable: true
    Accessible.checked: checked
    Accessible.onPressAction: if (control.enabled && !control.checked) { control.toggle(); control.toggled() }
    Accessible.onToggleAction: if (control.enabled && !control.checked) { control.toggle(); control.toggled() }
    indicator: Rectangle {
        y: Math.round((control.height - height) / 2)
        implicitWidth: 16
        implicitHeight: 16
        radius: 8
        color: control.checked ? (control.enabled ? Theme.ember : Theme.textOff) : "transparent"
        border.width: control.checked ? 0 : 1
        border.color: control.enabled ? Theme.control : Theme.textOff
        Rectangle {
            anchors.centerIn: parent
            visible: control.checked
            width: 6
            height: 6
            radius: 3
            color: Theme.emberInk
        }
        FocusRing {
            distance: 1
            corner: 8
            visible: control.visualFocus
        }
    }
    contentItem: AppText {
        id: label
        leftPadding: 26
        rightPadding: control.figure === "" ? 0 : figureText.implicitWidth + Theme.gap
        text: control.text
        font: control.checked ? Theme.action : Theme.body
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
        color: control.enabled ? Theme.text : Theme.textOff
    }
    AppText {
        id: figureText
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        text: control.figure
        font: Theme.caption
        color: Theme.text3
    }
}

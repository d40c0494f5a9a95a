import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// A filter that is on or off; ember when it is on.
T.Button {
    id: chip

    property bool on: false

    implicitHeight: Theme.smallHeight
    implicitWidth: row.implicitWidth + 20
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.CheckBox
    Accessible.name: text
    Accessible.checkable: true
    Accessible.checked: on
    Accessible.onPressAction: chip.clicked()
    Accessible.onToggleAction: chip.clicked()
    Keys.onReturnPressed: chip.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: chip.on ? Theme.emberSoft : chip.down ? Theme.pressed : chip.hovered ? Theme.hoverRaised : Theme.raised
        border.width: 1
        border.color: chip.on ? Theme.emberLine : Theme.border
        FocusRing { visible: chip.visualFocus }
    }
    contentItem: Item {
        Row {
            id: row
            anchors.centerIn: parent
            spacing: 6
            Icon {
                visible: chip.on
                name: "check"
                extent: 14
                tint: Theme.emberText
                anchors.verticalCenter: parent.verticalCenter
            }
            AppText {
                text: chip.text
                font: Theme.action
                color: chip.on ? Theme.emberText : Theme.text
                anchors.verticalCenter: parent.verticalCenter
            }
        }
    }
}

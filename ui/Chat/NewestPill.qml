import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// Returns to the newest text after scrolling up.
T.Button {
    id: pill

    property bool shown: false

    implicitHeight: 32
    implicitWidth: row.implicitWidth + 28
    visible: opacity > 0
    opacity: shown ? 1 : 0
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    text: qsTr("Jump to the latest text")
    Behavior on opacity { NumberAnimation { duration: Theme.appear } }
    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.onPressAction: pill.clicked()
    background: Item {
        Card {
            anchors.fill: parent
            corner: 16
            fill: pill.hovered ? Theme.hoverRaised : Theme.raised
        }
        FocusRing {
            corner: 16
            visible: pill.visualFocus
        }
    }
    contentItem: Item {
        Row {
            id: row
            anchors.centerIn: parent
            spacing: 8
            Icon { name: "arrowDown"; extent: 14; anchors.verticalCenter: parent.verticalCenter }
            AppText { text: pill.text; font: Theme.action }
        }
    }
}

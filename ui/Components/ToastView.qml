import QtQuick
import Hearth.Theme

// A message at the bottom of the chat with one action. The owner says whether it is shown and for how long.
Item {
    id: toast

    property string message: ""
    property string actionText: ""
    property string hint: ""
    property bool shown: false
    readonly property bool hovered: hover.hovered

    signal acted()

    implicitWidth: row.implicitWidth + 32
    implicitHeight: Math.max(44, label.height + 24)
    opacity: shown ? 1 : 0
    visible: opacity > 0
    Behavior on opacity { NumberAnimation { duration: Theme.slide } }
    Accessible.role: Accessible.AlertMessage
    Accessible.name: message
    HoverHandler { id: hover }
    Elevation { level: 2 }
    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusCard
        color: Theme.toast
    }
    Row {
        id: row
        x: 16
        spacing: 16
        anchors.verticalCenter: parent.verticalCenter
        AppText {
            id: label
            anchors.verticalCenter: parent.verticalCenter
            text: toast.message
            color: Theme.toastInk
            width: Math.min(implicitWidth, 420)
            wrapMode: Text.Wrap
            line: 20
            maximumLineCount: 8
            elide: Text.ElideRight
        }
        AppText {
            id: action
            anchors.verticalCenter: parent.verticalCenter
            visible: toast.actionText !== ""
            text: toast.actionText
            font: Theme.section
            color: Theme.toastAction
            activeFocusOnTab: visible
            Accessible.role: Accessible.Button
            Accessible.name: text
            Accessible.onPressAction: toast.acted()
            Keys.onReturnPressed: toast.acted()
            Keys.onSpacePressed: toast.acted()
            TapHandler { onTapped: toast.acted() }
            FocusRing {
                distance: 4
                visible: action.activeFocus
            }
        }
        AppText {
            visible: toast.hint !== ""
            text: toast.hint
            font: Theme.caption
            color: Theme.toastHint
            anchors.verticalCenter: parent.verticalCenter
        }
    }
}

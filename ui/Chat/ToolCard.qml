import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// A call of a tool: what, with which arguments, whether it may run, and what came of it, folded.
Rectangle {
    id: card

    // See call_view.h.
    property var call: ({})
    property bool expanded: false
    // The call that the keys of the composer answer.
    property bool answered: false
    readonly property string stage: call.state ?? ""
    readonly property bool asking: stage === "asking"
    readonly property bool bad: stage === "failed" || stage === "interrupted"
    readonly property string result: call.result ?? ""

    signal toggled()
    signal approved()
    signal approvedInChat()
    signal approvedAlways()
    signal refused()
    signal repeated()
    signal continued()

    implicitHeight: column.height + 20
    radius: Theme.radiusCard
    color: Theme.sunken
    border.width: 1
    border.color: asking ? Theme.emberLine : Theme.border
    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("Call of %1").arg(call.name ?? "")
    Accessible.description: call.status ?? ""

    Column {
        id: column
        x: 14
        y: 10
        width: parent.width - 28
        spacing: 8
        Item {
            width: parent.width
            height: 20
            Row {
                spacing: 8
                anchors.verticalCenter: parent.verticalCenter
                Icon { name: "bolt"; extent: 14; anchors.verticalCenter: parent.verticalCenter }
                AppText { id: title; text: card.call.name ?? ""; font: Theme.action; elide: Text.ElideRight; width: Math.min(implicitWidth, column.width / 2) }
                AppText { text: card.call.source ?? ""; font: Theme.caption; color: Theme.text3; anchors.verticalCenter: parent.verticalCenter }
            }
            AppText {
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                text: card.call.status ?? ""
                font: Theme.caption
                color: card.bad ? Theme.bad : card.asking ? Theme.emberText : Theme.text3
            }
        }
        ReadingText {
            width: parent.width
            visible: text !== ""
            text: card.call.arguments ?? ""
            font: Theme.code
            color: Theme.text2
            wrapMode: TextEdit.WrapAnywhere
            Accessible.name: qsTr("Arguments")
        }
        Flow {
            width: parent.width
            visible: card.asking
            spacing: 6
            AppButton { small: true; kind: AppButton.Primary; text: qsTr("Allow once"); hint: card.answered ? qsTr("Enter") : ""; onClicked: card.approved() }
            AppButton { small: true; text: qsTr("Allow in this chat"); onClicked: card.approvedInChat() }
            AppButton { small: true; text: qsTr("Always allow"); tip: qsTr("This tool then runs in every chat without a question, until you forget it in the settings"); onClicked: card.approvedAlways() }
            AppButton { small: true; kind: AppButton.Ghost; text: qsTr("Refuse"); hint: card.answered ? qsTr("Esc") : ""; onClicked: card.refused() }
        }
        T.AbstractButton {
            id: head
            visible: card.result !== ""
            implicitHeight: 22
            implicitWidth: row.implicitWidth + 4
            text: qsTr("Result")
            hoverEnabled: true
            focusPolicy: Qt.TabFocus
            onClicked: card.toggled()
            Keys.onReturnPressed: card.toggled()
            Accessible.role: Accessible.Button
            Accessible.name: text
            Accessible.checkable: true
            Accessible.checked: card.expanded
            Accessible.onPressAction: card.toggled()
            background: Item {
                FocusRing {
                    distance: 0
                    visible: head.visualFocus
                }
            }
            contentItem: Item {
                Row {
                    id: row
                    spacing: 6
                    anchors.verticalCenter: parent.verticalCenter
                    Icon { name: card.expanded ? "down" : "right"; extent: 14; anchors.verticalCenter: parent.verticalCenter }
                    AppText { text: head.text; font: Theme.action; color: head.hovered ? Theme.text : Theme.text2 }
                    AppText {
                        visible: !card.expanded
                        width: Math.min(implicitWidth, column.width - 120)
                        text: card.result.slice(0, 200).replace(/\s+/g, " ")
                        elide: Text.ElideRight
                        font: Theme.caption
                        color: Theme.text3
                        anchors.verticalCenter: parent.verticalCenter
                    }
                }
            }
        }
        ReadingText {
            width: parent.width
            visible: card.expanded && card.result !== ""
            text: card.expanded ? card.result : ""
            font: Theme.code
            color: Theme.text2
            wrapMode: TextEdit.WrapAnywhere
            Accessible.name: qsTr("Result")
        }
        Flow {
            width: parent.width
            visible: (card.call.canGoOn ?? false) || (card.call.canRepeat ?? false)
            spacing: 6
            AppText { height: Theme.smallHeight; verticalAlignment: Text.AlignVCenter; text: qsTr("The model has not answered this."); font: Theme.caption; color: Theme.text2 }
            AppButton { small: true; visible: card.call.canGoOn ?? false; text: qsTr("Let the model continue"); onClicked: card.continued() }
            AppButton { small: true; kind: AppButton.Ghost; visible: card.call.canRepeat ?? false; text: qsTr("Call it again"); onClicked: card.repeated() }
        }
    }
}

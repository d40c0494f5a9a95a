import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Actions on the chosen model. Deleting asks once more, here, and says how much is freed.
Item {
    id: foot

    property ModelRow row: null
    required property InstalledModels models
    required property EngineStatus engine
    property bool asking: false
    property string problem: ""

    signal newChatRequested()
    signal useRequested()
    signal leaveRequested()

    onRowChanged: { asking = false; problem = "" }

    AppText {
        visible: foot.problem !== "" || foot.asking
        width: parent.width - sure.width - 12
        height: parent.height
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.Wrap
        leftPadding: 12
        text: foot.problem !== "" ? foot.problem : foot.row ? qsTr("Delete %1 from the disk?").arg(foot.row.sizeText) : ""
        color: foot.problem !== "" ? Theme.bad : Theme.text
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Row {
        id: sure
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        visible: foot.asking
        spacing: 8
        AppButton {
            text: qsTr("Keep")
            onClicked: foot.asking = false
        }
        AppButton {
            id: confirm
            kind: AppButton.Danger
            text: qsTr("Delete")
            onClicked: {
                foot.asking = false
                foot.problem = foot.models.remove(foot.row.path)
            }
        }
    }
    AppButton {
        id: remover
        visible: !foot.asking && foot.problem === "" && foot.row !== null && foot.row.removal !== ""
        anchors.verticalCenter: parent.verticalCenter
        kind: AppButton.Destructive
        iconName: "trash"
        text: foot.row && foot.row.removal === "forget" ? qsTr("Remove from the list") : qsTr("Remove")
        tip: foot.row && foot.row.removal === "forget" ? qsTr("The file stays where it is.") : qsTr("Deletes it from the disk.")
        onClicked: {
            if (foot.row.removal === "forget") foot.problem = foot.models.remove(foot.row.path)
            else { foot.asking = true; confirm.forceActiveFocus(Qt.TabFocusReason) }
        }
    }
    Row {
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        visible: !foot.asking
        spacing: 8
        AppButton {
            // The picker has it, too.
            visible: foot.row !== null && foot.row.openState !== "" && remover.implicitWidth + implicitWidth + use.implicitWidth + 24 < foot.width
            text: qsTr("Unload")
            onClicked: foot.engine.models.close(foot.row.path)
        }
        AppButton {
            visible: foot.row !== null && foot.row.openState === "loaded" && foot.row.chats && remover.implicitWidth + 2 * implicitWidth + use.implicitWidth + 36 < foot.width
            text: foot.row && foot.row.keptLoaded ? qsTr("Stop keeping loaded") : qsTr("Keep loaded")
            tip: foot.row && foot.row.keptLoaded ? qsTr("Another model may take its memory from now on.") : qsTr("No other model takes its memory.")
            onClicked: foot.engine.models.keepLoaded(foot.row.path, !foot.row.keptLoaded)
        }
        AppButton {
            visible: foot.row !== null && foot.row.used
            text: qsTr("Use it no longer")
            onClicked: foot.leaveRequested()
        }
        AppButton {
            id: use
            kind: AppButton.Primary
            visible: foot.row !== null && !foot.row.used
            enabled: foot.row !== null && foot.row.problem === ""
            text: foot.row && !foot.row.chats ? qsTr("Use for documents") : foot.row && foot.row.current ? qsTr("New chat with it")
                : foot.row && (foot.row.remote || foot.row.openState !== "") ? qsTr("Use") : qsTr("Load")
            onClicked: {
                if (foot.row.current) foot.newChatRequested()
                else foot.useRequested()
            }
        }
    }
}

// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Servers of the Model Context Protocol, which bring more tools.
Column {
    id: part

    required property McpDirectory servers
    /// Result of the last change, one sentence; empty: there is nothing to say.
    property string said

    function add() {
        said = servers.add(nameField.text, whatField.text);
        if (said !== "") return;
        nameField.text = "";
        whatField.text = "";
    }

    Item { width: 1; height: 20 }
    AppText { height: 28; text: qsTr("Tool servers"); font: Theme.heading; Accessible.role: Accessible.Heading; Accessible.name: text }
    AppText {
        width: part.width
        wrapMode: Text.Wrap
        font: Theme.caption
        line: 18
        color: Theme.text3
        text: qsTr("Programs that speak the Model Context Protocol (MCP) bring more tools. They run with your permissions; add only those you trust.")
    }
    Repeater {
        model: part.servers
        delegate: SettingsRow {
            id: row
            required property int index
            required property string name
            required property string summary
            required property string status
            required property bool leaves
            required property bool failed
            required property bool on
            width: part.width
            label: row.name
            about: row.leaves ? qsTr("%1 – on another computer: what the model gives these tools goes there. %2").arg(row.summary).arg(row.on ? row.status : "")
                 : row.on ? qsTr("%1 – %2").arg(row.summary).arg(row.status) : row.summary
            AppButton { small: true; visible: row.failed && row.on; text: qsTr("Try again"); onClicked: part.servers.restart(row.index) }
            AppButton {
                small: true
                kind: AppButton.Ghost
                text: qsTr("Remove")
                Accessible.name: qsTr("Remove %1").arg(row.name)
                onClicked: part.servers.remove(row.index)
            }
            AppSwitch {
                anchors.verticalCenter: parent.verticalCenter
                name: row.name
                checked: row.on
                onToggled: part.servers.setOn(row.index, checked)
            }
        }
    }
    Flow {
        id: fields
        readonly property bool narrow: part.width < 440
        width: part.width
        topPadding: 8
        spacing: 8
        AppField {
            id: nameField
            width: fields.narrow ? part.width : 140
            name: qsTr("Name of the server")
            placeholderText: qsTr("Name")
        }
        AppField {
            id: whatField
            width: fields.narrow ? part.width : part.width - nameField.width - addButton.width - 16
            name: qsTr("Command or address of the server")
            placeholderText: qsTr("Command or https://…")
            onAccepted: part.add()
        }
        AppButton {
            id: addButton
            text: qsTr("Add")
            enabled: nameField.text !== "" && whatField.text !== ""
            onClicked: part.add()
        }
    }
    AppText {
        width: part.width
        topPadding: 4
        visible: part.said !== ""
        wrapMode: Text.Wrap
        text: part.said
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Flow {
        width: part.width
        topPadding: 8
        spacing: 8
        visible: part.servers.otherSetups.length > 0
        Repeater {
            model: part.servers.otherSetups
            delegate: AppButton {
                required property var modelData
                small: true
                text: qsTr("Import from %1").arg(modelData.program)
                onClicked: part.said = part.servers.takeOver(modelData.path)
            }
        }
    }
}

// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Permissions of models: the tools, the folder and the web, and the calls that run without a question.
SettingsPage {
    id: page

    required property ToolSettings settings
    required property ToolList tools
    required property McpDirectory servers

    signal folderRequested()

    title: qsTr("Tools")
    SettingsRow {
        label: qsTr("Tools in new chats")
        about: qsTr("The model may then ask for a calculation, the time or a file. Each call waits until you allow it.")
        AppSwitch {
            name: qsTr("Tools in new chats")
            checked: page.settings.newChats
            onToggled: page.settings.newChats = checked
        }
    }
    SettingsRow {
        label: qsTr("Folder that may be read")
        about: page.settings.folder !== "" ? page.settings.folder : qsTr("None. With a folder, models can list it and read its text files, and nothing outside it.")
        AppButton { small: true; visible: page.settings.folder !== ""; kind: AppButton.Ghost; text: qsTr("None"); onClicked: page.settings.folder = "" }
        AppButton { small: true; iconName: "folder"; text: qsTr("Choose…"); onClicked: page.folderRequested() }
    }
    SettingsRow {
        label: qsTr("Read web pages")
        about: qsTr("Leaves this computer: the server of a page learns your address and which page you read. Addresses in your own network are never opened.")
        AppSwitch {
            name: qsTr("Read web pages")
            checked: page.settings.webReader
            onToggled: page.settings.webReader = checked
        }
    }
    Item { width: 1; height: 20 }
    AppText { height: 28; text: qsTr("Which tools are offered"); font: Theme.heading; Accessible.role: Accessible.Heading; Accessible.name: text }
    Repeater {
        model: page.tools
        delegate: SettingsRow {
            id: row
            required property string key
            required property string name
            required property string source
            required property bool on
            required property bool allowed
            required about
            label: row.source !== "" ? qsTr("%1 (%2)").arg(row.name).arg(row.source) : row.name
            AppButton {
                small: true
                visible: row.allowed
                kind: AppButton.Ghost
                text: qsTr("Ask again")
                tip: qsTr("It runs without a question now")
                onClicked: page.settings.forget(row.key)
            }
            AppSwitch {
                anchors.verticalCenter: parent.verticalCenter
                visible: row.key !== ""
                name: row.name
                checked: row.on
                onToggled: page.settings.setOn(row.key, checked)
            }
        }
    }
    SettingsRow {
        visible: page.settings.allowed.length > 0
        label: qsTr("Allowed always")
        about: Array.from(page.settings.allowed).join(", ")
        AppButton { small: true; text: qsTr("Forget all"); onClicked: page.settings.forgetAll() }
    }
    ToolServersPart { width: parent.width; servers: page.servers }
}

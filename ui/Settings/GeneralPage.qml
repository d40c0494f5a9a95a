import QtQuick
import Hearth.App
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings
    required property ConversationListModel conversations
    readonly property var overflowNames: ["stop", "slide", "summarise"]

    signal importRequested()
    signal exportAllRequested()

    title: qsTr("General")
    SettingsRow {
        label: qsTr("Language")
        about: qsTr("Some text changes after a restart")
        Select {
            width: 180
            name: qsTr("Language")
            model: page.settings.look.languageNames
            currentIndex: page.settings.look.languageIndex
            onActivated: index => page.settings.look.languageIndex = index
        }
    }
    SettingsRow {
        label: qsTr("On startup, open")
        about: qsTr("What Hearth shows when it starts")
        Segmented {
            width: 240
            name: qsTr("On startup, open")
            options: [qsTr("The last chat"), qsTr("A new chat")]
            current: page.settings.chats.openLastChat ? 0 : 1
            onChosen: index => page.settings.chats.openLastChat = index === 0
        }
    }
    SettingsRow {
        label: qsTr("Notify me when a long reply is ready")
        about: qsTr("Desktop notification when Hearth is in the background")
        AppSwitch {
            name: qsTr("Notify me when a long reply is ready")
            checked: page.settings.chats.notifications
            onToggled: page.settings.chats.notifications = checked
        }
    }
    SettingsRow {
        label: qsTr("Attach long pastes")
        about: qsTr("Text of more than 4,000 characters or 100 lines becomes an attachment when it is pasted into a message")
        AppSwitch {
            name: qsTr("Attach long pastes")
            checked: page.settings.chats.foldPastes
            onToggled: page.settings.chats.foldPastes = checked
        }
    }
    SettingsRow {
        label: qsTr("When a chat fills its context")
        about: qsTr("For new chats. Each chat has this choice too, next to its context figures.")
        Select {
            width: 180
            name: qsTr("When a chat fills its context")
            model: [qsTr("Stop"), qsTr("Slide"), qsTr("Summarise")]
            currentIndex: Math.max(0, page.overflowNames.indexOf(page.settings.chats.overflow))
            onActivated: index => page.settings.chats.overflow = page.overflowNames[index]
        }
    }
    SettingsRow {
        label: qsTr("Chats from other apps")
        about: qsTr("Imports exports from Hearth, ChatGPT and Open WebUI, and the chat files of GPT4All and LM Studio")
        AppButton { text: qsTr("Import chats"); onClicked: page.importRequested() }
    }
    ChatsPart { conversations: page.conversations; onExportRequested: page.exportAllRequested() }
}

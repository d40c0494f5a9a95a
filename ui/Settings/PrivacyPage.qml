import QtQuick
import Hearth.Components

SettingsPage {
    id: page

    signal importRequested()

    title: qsTr("Privacy")
    FactRow { name: qsTr("Chats"); value: qsTr("Kept on this computer, in one file that you can back up. Nothing is sent anywhere."); good: true }
    FactRow { name: qsTr("Replies"); value: qsTr("Made on this computer. Pictures and pages named in a reply are never loaded; a link opens only after you saw where it leads."); good: true }
    FactRow { name: qsTr("Usage"); value: qsTr("Not measured, not reported. There is no account."); good: true }
    SettingsRow {
        label: qsTr("Chats of other programs")
        about: qsTr("Takes in exports of Hearth, ChatGPT and Open WebUI, and the chat files of GPT4All and LM Studio.")
        AppButton { text: qsTr("Import chats"); onClicked: page.importRequested() }
    }
}

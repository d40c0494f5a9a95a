import QtQuick
import Hearth.App
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings

    title: qsTr("Privacy")
    FactRow { name: qsTr("Chats"); value: qsTr("Kept on this computer, in one file that you can back up. Nothing is sent anywhere."); good: true }
    FactRow { name: qsTr("Replies"); value: qsTr("Made on this computer. Pictures and pages named in a reply are never loaded; a link opens only after you saw where it leads."); good: true }
    FactRow { name: qsTr("Usage"); value: qsTr("Not measured, not reported. There is no account."); good: true }
    SettingsRow {
        label: qsTr("Keep the cache")
        about: qsTr("What the model has read stays on this computer, 1 GB at most, so that chats go on at once after the next start. It goes when a chat is erased, and when this is switched off.")
        AppSwitch {
            name: qsTr("Keep the cache")
            checked: page.settings.keepCache
            onToggled: page.settings.keepCache = checked
        }
    }
}

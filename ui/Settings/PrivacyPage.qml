import QtQuick
import Hearth.App
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings
    required property ChatBackup backup

    signal backupRequested()

    title: qsTr("Privacy")
    FactRow { name: qsTr("Chats"); value: qsTr("Kept on this computer. What you write leaves it only when you chat with a model on a server that you added."); good: true }
    FactRow { name: qsTr("Replies"); value: qsTr("Made on this computer. Pictures and pages named in a reply are never loaded; a link opens only after you saw where it leads."); good: true }
    FactRow { name: qsTr("Usage"); value: qsTr("Not measured, not reported. There is no account."); good: true }
    SettingsRow {
        label: qsTr("Back up")
        about: page.backup.running ? qsTr("Writing the backup: %1 %").arg(Math.floor(page.backup.fraction * 100))
                                   : qsTr("Saves all chats and settings in one file. To restore it, close Hearth and put it in the data folder as hearth.db.")
        AppButton {
            text: page.backup.running ? qsTr("Cancel") : page.backup.memoryOnly ? qsTr("Save as…") : qsTr("Back up…")
            onClicked: page.backup.running ? page.backup.cancel() : page.backupRequested()
        }
    }
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

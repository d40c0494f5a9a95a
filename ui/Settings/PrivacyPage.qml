import QtQuick
import Hearth.App
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings
    required property ChatBackup backup
    required property ToolSettings tools

    signal backupRequested()

    title: qsTr("Privacy")
    FactRow { name: qsTr("Chats"); value: qsTr("Kept on this computer. What you write leaves it only when you chat with a model on a server that you added."); good: true }
    FactRow { name: qsTr("Replies"); value: qsTr("Generated on this computer. Images and pages mentioned in a reply are never loaded; a link opens only after you have seen where it leads."); good: true }
    FactRow { name: qsTr("Cache"); value: page.settings.cache.keepCache ? qsTr("What models have read is kept on this computer as well, until its chat is erased. See Cache.") : qsTr("Nothing of it is kept on disk."); good: true }
    FactRow { name: qsTr("Tools"); value: page.tools.webReader ? qsTr("Models may ask for web pages: the address, which may hold words of the chat, then leaves this computer. You see it before, unless you allowed that always.") : qsTr("The built-in ones stay on this computer. Reading web pages is off."); good: !page.tools.webReader }
    FactRow { name: qsTr("Usage"); value: qsTr("Nothing is measured or reported, and there is no account."); good: true }
    SettingsRow {
        label: qsTr("Back up")
        about: page.backup.running ? qsTr("Writing the backup: %1 %").arg(Math.floor(page.backup.fraction * 100))
                                   : qsTr("Saves all chats and settings in one file. To restore it, close Hearth and put it in the data folder as hearth.db.")
        AppButton {
            text: page.backup.running ? qsTr("Cancel") : page.backup.memoryOnly ? qsTr("Save as…") : qsTr("Back up…")
            onClicked: page.backup.running ? page.backup.cancel() : page.backupRequested()
        }
    }
}

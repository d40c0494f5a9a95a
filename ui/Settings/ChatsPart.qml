import QtQuick
import Hearth.App
import Hearth.Components

// All chats at once: into one file, or into the trash.
Column {
    id: part

    required property ConversationListModel conversations
    property int asked: 0

    signal exportRequested()

    function ask() {
        asked = conversations.total()
        if (asked > 0) keep.forceActiveFocus(Qt.TabFocusReason)
    }

    width: parent ? parent.width : 400
    SettingsRow {
        label: qsTr("Export all chats")
        about: qsTr("One JSON file with every message and branch. Hearth can import it again.")
        AppButton { text: qsTr("Export all"); onClicked: part.exportRequested() }
    }
    SettingsRow {
        label: qsTr("Delete all chats")
        about: part.asked === 1 ? qsTr("Move 1 chat to the trash? It stays there for 30 days.")
             : part.asked > 1 ? qsTr("Move all %1 chats to the trash? They stay there for 30 days.").arg(part.asked)
             : qsTr("They stay in the trash for 30 days")
        AppButton {
            kind: part.asked > 0 ? AppButton.Danger : AppButton.Destructive
            text: part.asked === 1 ? qsTr("Delete 1 chat") : part.asked > 1 ? qsTr("Delete %1 chats").arg(part.asked) : qsTr("Delete all")
            onClicked: {
                if (part.asked === 0) return part.ask()
                part.asked = 0
                part.conversations.removeAll()
            }
        }
        // At the position of the first press, so that a double click deletes nothing.
        AppButton {
            id: keep
            visible: part.asked > 0
            kind: AppButton.Ghost
            text: qsTr("Cancel")
            Keys.onEscapePressed: part.asked = 0
            onClicked: part.asked = 0
        }
    }
}

import QtQuick
import Hearth.App
import Hearth.Components

// The context menu of a chat in the sidebar.
AppMenu {
    id: menu

    required property ConversationListModel conversations
    // The row may be made again while the menu is open, so what the entries do goes by the conversation.
    property ConversationRow row: null
    property real conversationId: 0
    property bool pinned: false

    signal renameRequested(real conversationId)
    signal folderRequested(real conversationId)
    signal duplicateRequested(real conversationId)
    signal exportRequested(real conversationId)

    function take(opened: ConversationRow) {
        row = opened
        conversationId = opened.conversationId
        pinned = opened.pinned
    }

    AppMenuItem {
        text: qsTr("Stop the reply")
        iconName: "close"
        visible: menu.row !== null && menu.row.busy
        onTriggered: menu.conversations.busy.stop(menu.conversationId)
    }
    AppMenuItem {
        text: qsTr("Rename")
        iconName: "edit"
        hint: qsTr("F2")
        key: "F2"
        onTriggered: menu.renameRequested(menu.conversationId)
    }
    AppMenuItem {
        text: menu.pinned ? qsTr("Unpin") : qsTr("Pin")
        iconName: "pin"
        onTriggered: menu.conversations.setPinned(menu.conversationId, !menu.pinned)
    }
    AppMenuItem {
        text: qsTr("Move to folder")
        iconName: "folder"
        onTriggered: menu.folderRequested(menu.conversationId)
    }
    AppMenuItem {
        text: qsTr("Duplicate")
        iconName: "copy"
        onTriggered: menu.duplicateRequested(menu.conversationId)
    }
    AppMenuItem {
        text: qsTr("Export")
        iconName: "export"
        onTriggered: menu.exportRequested(menu.conversationId)
    }
    MenuLine {}
    AppMenuItem {
        text: qsTr("Delete")
        iconName: "trash"
        hint: qsTr("Del")
        key: "Del"
        destructive: true
        onTriggered: menu.conversations.remove(menu.conversationId)
    }
}

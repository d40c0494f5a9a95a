import QtQuick
import Hearth.App
import Hearth.Components

// The context menu of a folder in the sidebar.
AppMenu {
    id: menu

    required property ConversationListModel conversations
    property string folder: ""

    signal renameRequested(string folder)

    AppMenuItem {
        text: qsTr("Rename the folder")
        iconName: "edit"
        hint: qsTr("F2")
        key: "F2"
        onTriggered: menu.renameRequested(menu.folder)
    }
    AppMenuItem {
        text: qsTr("Remove all chats from the folder")
        iconName: "folder"
        onTriggered: menu.conversations.renameFolder(menu.folder, "")
    }
}

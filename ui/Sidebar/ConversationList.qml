// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// All conversations under their headings. Up and Down move, Enter opens, F2 renames, Del moves to the trash.
ListView {
    id: conversationList

    required property ConversationListModel conversations
    property real renamed: -1
    readonly property ConversationRow chosenRow: currentItem as ConversationRow

    signal chosen()
    signal exportRequested(real conversationId)
    signal duplicateRequested(real conversationId)
    signal folderRequested(real conversationId, string folder)

    function openMenu(row: ConversationRow, x: real, y: real) {
        const shown = row.isFolder ? folderMenu : menu
        shown.row = row
        shown.popup(row, x, y)
    }
    function openRow(row: ConversationRow) {
        if (row.isFolder) {
            conversations.toggleFolder(row.folder)
            return
        }
        conversations.open(row.conversationId)
        chosen()
    }

    model: conversations
    clip: true
    activeFocusOnTab: true
    boundsBehavior: Flickable.StopAtBounds
    currentIndex: conversations.currentRow
    highlightFollowsCurrentItem: false
    // Not before the rows are laid out: headings would end up above the wrong rows.
    onCurrentIndexChanged: laidOut.restart()
    function showCurrent() {
        if (currentItem && (currentItem.y < contentY || currentItem.y + currentItem.height > contentY + height))
            positionViewAtIndex(currentIndex, ListView.Contain)
    }
    Timer {
        id: laidOut
        interval: 0
        onTriggered: conversationList.showCurrent()
    }
    // Where no chat is open the keyboard begins at the first.
    onActiveFocusChanged: {
        if (!activeFocus) return
        if (currentIndex < 0 && count > 0) incrementCurrentIndex()
        showCurrent()
    }
    keyNavigationEnabled: true
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Chats")
    T.ScrollBar.vertical: AppScrollBar {}
    section.property: "section"
    delegate: ConversationRow {
        list: conversationList
        onOpened: conversationList.openRow(this)
        onRenamed: title => { conversationList.renamed = -1; conversationList.conversations.rename(conversationId, title) }
    }
    Keys.onReturnPressed: if (chosenRow) openRow(chosenRow)
    Keys.onEnterPressed: if (chosenRow) openRow(chosenRow)
    Keys.onPressed: event => {
        if (!chosenRow) return
        const isFolder = chosenRow.isFolder
        if (isFolder && event.key === Qt.Key_F2) folderRequested(0, chosenRow.folder)
        else if (isFolder && event.key !== Qt.Key_Menu) return
        else if (event.key === Qt.Key_F2) renamed = chosenRow.conversationId
        else if (event.key === Qt.Key_Delete) conversations.remove(chosenRow.conversationId)
        else if (event.key === Qt.Key_Menu) openMenu(chosenRow, chosenRow.width - 20, chosenRow.height)
        else return
        event.accepted = true
    }

    AppMenu {
        id: menu
        property ConversationRow row: null
        AppMenuItem {
            text: qsTr("Stop the reply")
            iconName: "close"
            visible: menu.row !== null && menu.row.busy
            onTriggered: conversationList.conversations.stopReply(menu.row.conversationId)
        }
        AppMenuItem {
            text: qsTr("Rename")
            iconName: "edit"
            hint: qsTr("F2")
            onTriggered: conversationList.renamed = menu.row.conversationId
        }
        AppMenuItem {
            text: menu.row && menu.row.pinned ? qsTr("Unpin") : qsTr("Pin")
            iconName: "pin"
            onTriggered: conversationList.conversations.setPinned(menu.row.conversationId, !menu.row.pinned)
        }
        AppMenuItem {
            text: qsTr("Move to folder")
            iconName: "folder"
            onTriggered: conversationList.folderRequested(menu.row.conversationId, "")
        }
        AppMenuItem {
            text: qsTr("Duplicate")
            iconName: "copy"
            onTriggered: conversationList.duplicateRequested(menu.row.conversationId)
        }
        AppMenuItem {
            text: qsTr("Export")
            iconName: "export"
            onTriggered: conversationList.exportRequested(menu.row.conversationId)
        }
        MenuLine {}
        AppMenuItem {
            text: qsTr("Delete")
            iconName: "trash"
            hint: qsTr("Del")
            destructive: true
            onTriggered: conversationList.conversations.remove(menu.row.conversationId)
        }
    }
    AppMenu {
        id: folderMenu
        property ConversationRow row: null
        AppMenuItem {
            text: qsTr("Rename the folder")
            iconName: "edit"
            hint: qsTr("F2")
            onTriggered: conversationList.folderRequested(0, folderMenu.row.folder)
        }
        AppMenuItem {
            text: qsTr("Remove all chats from the folder")
            iconName: "folder"
            onTriggered: conversationList.conversations.renameFolder(folderMenu.row.folder, "")
        }
    }
}

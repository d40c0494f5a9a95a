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
        if (row.isFolder) {
            const opened = folderMenu.made() as FolderMenu
            opened.folder = row.folder
            opened.popupAt(conversationList, row, x, y)
        } else {
            const opened = menu.made() as ConversationMenu
            opened.take(row)
            opened.popupAt(conversationList, row, x, y)
        }
    }
    function renameOpen() {
        if (conversations.currentRow < 0) return
        positionViewAtIndex(conversations.currentRow, ListView.Contain)
        const row = itemAtIndex(conversations.currentRow) as ConversationRow
        if (row && !row.isFolder) renamed = row.conversationId
    }
    // Later: the field may have lost the focus because the list makes another row the current one, and while it does,
    // no row may come, go or move.
    function endRenaming(conversationId: real, title: string) {
        Qt.callLater.call(Qt, () => {
            if (renamed === conversationId) renamed = -1
            conversations.rename(conversationId, title)
        })
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
    // Without an open chat the keyboard starts at the first one.
    function beginKeys() {
        if (currentIndex < 0 && count > 0) incrementCurrentIndex()
        showCurrent()
    }
    onActiveFocusChanged: if (activeFocus) Qt.callLater.call(Qt, beginKeys)
    keyNavigationEnabled: true
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Chats")
    T.ScrollBar.vertical: AppScrollBar {}
    section.property: "section"
    delegate: ConversationRow {
        list: conversationList
        onOpened: conversationList.openRow(this)
        onRenamed: title => conversationList.endRenaming(conversationId, title)
    }
    // With the keyboard elsewhere F2 means the chat that is open.
    Keys.onShortcutOverride: event => event.accepted = event.key === Qt.Key_F2
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

    LazyMenu {
        id: menu
        sourceComponent: ConversationMenu {
            conversations: conversationList.conversations
            onRenameRequested: id => conversationList.renamed = id
            onFolderRequested: id => conversationList.folderRequested(id, "")
            onDuplicateRequested: id => conversationList.duplicateRequested(id)
            onExportRequested: id => conversationList.exportRequested(id)
        }
    }
    LazyMenu {
        id: folderMenu
        sourceComponent: FolderMenu {
            conversations: conversationList.conversations
            onRenameRequested: folder => conversationList.folderRequested(0, folder)
        }
    }
}

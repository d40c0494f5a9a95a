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

    function openMenu(row: ConversationRow, x: real, y: real) {
        menu.row = row
        menu.popup(row, x, y)
    }

    model: conversations
    clip: true
    activeFocusOnTab: true
    boundsBehavior: Flickable.StopAtBounds
    currentIndex: conversations.currentRow
    highlightFollowsCurrentItem: false
    onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
    keyNavigationEnabled: true
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Chats")
    T.ScrollBar.vertical: AppScrollBar {}
    section.property: "section"
    section.delegate: AppText {
        required property string section
        width: ListView.view ? ListView.view.width : 0
        height: 32
        leftPadding: 20
        bottomPadding: 5
        verticalAlignment: Text.AlignBottom
        text: section
        font: Theme.captionStrong
        color: Theme.text3
        Accessible.role: Accessible.Heading
    }
    delegate: ConversationRow {
        list: conversationList
        onOpened: { conversationList.conversations.open(conversationId); conversationList.chosen() }
        onRenamed: title => { conversationList.renamed = -1; conversationList.conversations.rename(conversationId, title) }
    }
    Keys.onReturnPressed: if (chosenRow) { conversations.open(chosenRow.conversationId); chosen() }
    Keys.onEnterPressed: if (chosenRow) { conversations.open(chosenRow.conversationId); chosen() }
    Keys.onPressed: event => {
        if (!chosenRow) return
        if (event.key === Qt.Key_F2) renamed = chosenRow.conversationId
        else if (event.key === Qt.Key_Delete) conversations.remove(chosenRow.conversationId)
        else if (event.key === Qt.Key_Menu) openMenu(chosenRow, chosenRow.width - 20, chosenRow.height)
        else return
        event.accepted = true
    }

    AppMenu {
        id: menu
        property ConversationRow row: null
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
        MenuLine {}
        AppMenuItem {
            text: qsTr("Delete")
            iconName: "trash"
            hint: qsTr("Del")
            destructive: true
            onTriggered: conversationList.conversations.remove(menu.row.conversationId)
        }
    }
}

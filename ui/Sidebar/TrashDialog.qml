// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The chats that were deleted: each can be put back for 30 days, or erased now.
DialogShell {
    id: dialog

    required property TrashModel trash
    property bool asking: false
    // The chat that is asked about; 0: all of them.
    property real askedId: 0
    property string askedTitle

    function ask(id, title) {
        askedId = id
        askedTitle = title
        asking = true
        keep.forceActiveFocus()
    }

    title: qsTr("Trash")
    wantedWidth: 640
    wantedHeight: 560
    onAboutToShow: { asking = false; trash.reload() }
    onOpened: list.forceActiveFocus()
    Column {
        visible: dialog.trash.count === 0
        anchors.centerIn: parent
        spacing: 6
        AppText { anchors.horizontalCenter: parent.horizontalCenter; text: qsTr("The trash is empty"); font: Theme.subheading }
        AppText {
            anchors.horizontalCenter: parent.horizontalCenter
            text: qsTr("Deleted chats stay here for 30 days.")
            color: Theme.text2
        }
    }
    ListView {
        id: list
        anchors { fill: parent; topMargin: 8; leftMargin: 16; rightMargin: 16; bottomMargin: 64 }
        clip: true
        activeFocusOnTab: true
        boundsBehavior: Flickable.StopAtBounds
        model: dialog.trash
        T.ScrollBar.vertical: AppScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Deleted chats")
        Keys.onReturnPressed: if (currentItem) (currentItem as TrashRow).restored()
        Keys.onDeletePressed: if (currentItem) (currentItem as TrashRow).erased()
        delegate: TrashRow {
            keyed: list.activeFocus && ListView.isCurrentItem
            // Closed first: the row is gone once its chat is back, and the names it knows with it.
            onRestored: {
                const id = conversationId
                const trash = dialog.trash
                dialog.close()
                trash.restore(id)
            }
            onErased: dialog.ask(conversationId, title)
        }
    }
    Hairline { y: parent.height - 64; x: 1; width: parent.width - 2 }
    AppText {
        anchors { left: parent.left; leftMargin: 24; right: foot.left; rightMargin: 16; verticalCenter: foot.verticalCenter }
        elide: Text.ElideRight
        text: dialog.asking && dialog.askedId !== 0 ? qsTr("“%1”: this cannot be undone.").arg(dialog.askedTitle)
            : dialog.asking ? qsTr("This cannot be undone.")
            : dialog.trash.progressText !== "" ? dialog.trash.progressText : qsTr("Erased automatically after 30 days")
        color: Theme.text2
        font: Theme.caption
    }
    Row {
        id: foot
        anchors { right: parent.right; rightMargin: 24; bottom: parent.bottom; bottomMargin: 16 }
        spacing: 8
        AppButton {
            id: keep
            visible: dialog.asking
            kind: AppButton.Ghost
            text: dialog.askedId !== 0 ? qsTr("Keep it") : qsTr("Keep them")
            onClicked: {
                dialog.asking = false
                list.forceActiveFocus()
            }
        }
        AppButton {
            kind: dialog.asking ? AppButton.Danger : AppButton.Destructive
            enabled: dialog.trash.count > 0
            text: !dialog.asking ? qsTr("Erase all") : dialog.askedId !== 0 || dialog.trash.count === 1 ? qsTr("Erase 1 chat for good")
                : qsTr("Erase %1 chats for good").arg(dialog.trash.count)
            onClicked: {
                if (!dialog.asking) {
                    dialog.ask(0, "")
                    return
                }
                dialog.asking = false
                if (dialog.askedId !== 0) dialog.trash.erase(dialog.askedId)
                else dialog.trash.eraseAll()
                list.forceActiveFocus()
            }
        }
    }
}

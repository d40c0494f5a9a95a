pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The conversations, with what makes and finds them.
Rectangle {
    id: sidebar

    required property ConversationListModel conversations

    signal newRequested()
    signal searchRequested()
    signal hideRequested()
    signal modelsRequested()
    signal trashRequested()
    signal exportRequested(real conversationId)
    signal duplicateRequested(real conversationId)
    signal folderRequested(real conversationId, string folder)
    signal chosen()

    function focusList() { list.forceActiveFocus(Qt.TabFocusReason) }

    color: Theme.sidebar
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Conversations")

    Mark {
        x: 18
        y: 15
    }
    AppText {
        x: 48
        y: 17
        text: qsTr("Hearth")
        font: Theme.subheading
    }
    IconButton {
        anchors { right: parent.right; rightMargin: 13 }
        y: 12
        iconName: "sidebar"
        text: qsTr("Hide the sidebar")
        hint: KeyHints.captions.sidebar ?? ""
        onClicked: sidebar.hideRequested()
    }
    AppButton {
        id: newChat
        x: 12
        y: 52
        width: parent.width - 25
        leftPadding: 10
        rightPadding: 10
        alignLeft: true
        iconName: "compose"
        text: qsTr("New chat")
        onClicked: sidebar.newRequested()
        AppText {
            anchors { right: parent.right; rightMargin: 10; verticalCenter: parent.verticalCenter }
            text: KeyHints.captions.newChat ?? ""
            font: Theme.caption
            color: Theme.text3
        }
    }
    T.AbstractButton {
        id: searchButton
        x: 12
        y: 92
        width: newChat.width
        height: Theme.controlHeight
        text: qsTr("Search")
        hoverEnabled: true
        focusPolicy: Qt.TabFocus
        onClicked: sidebar.searchRequested()
        Keys.onReturnPressed: sidebar.searchRequested()
        Accessible.role: Accessible.Button
        Accessible.name: qsTr("Search all chats")
        Accessible.onPressAction: sidebar.searchRequested()
        background: Rectangle {
            radius: Theme.radius
            color: searchButton.hovered ? Theme.pressed : Theme.trough
            border.width: 1
            border.color: Theme.troughEdge
            FocusRing { visible: searchButton.visualFocus }
        }
        contentItem: Item {
            Icon {
                x: 10
                name: "search"
                anchors.verticalCenter: parent.verticalCenter
            }
            AppText {
                x: 34
                text: searchButton.text
                color: Theme.text2
                anchors.verticalCenter: parent.verticalCenter
            }
            AppText {
                anchors { right: parent.right; rightMargin: 10; verticalCenter: parent.verticalCenter }
                text: KeyHints.captions.search ?? ""
                font: Theme.caption
                color: Theme.text3
            }
        }
    }
    Column {
        x: 20
        y: 150
        width: parent.width - 40
        visible: sidebar.conversations.count === 0
        spacing: 4
        AppText { text: qsTr("No chats yet"); font: Theme.action; color: Theme.text2 }
        AppText {
            width: parent.width
            text: qsTr("They are kept on this computer. You can back them up in the settings.")
            color: Theme.text3
            line: 20
            wrapMode: Text.Wrap
        }
    }
    Shortcut { sequence: "F2"; onActivated: list.renameOpen() }
    ConversationHeadings { id: headings }
    ConversationList {
        id: list
        section.delegate: headings.heading
        anchors { left: parent.left; right: parent.right; top: parent.top; topMargin: 128; bottom: busy.top; rightMargin: 1 }
        conversations: sidebar.conversations
        onChosen: sidebar.chosen()
        onExportRequested: conversationId => sidebar.exportRequested(conversationId)
        onDuplicateRequested: conversationId => sidebar.duplicateRequested(conversationId)
        onFolderRequested: (conversationId, folder) => sidebar.folderRequested(conversationId, folder)
    }
    BusyChats {
        id: busy
        anchors { left: parent.left; right: parent.right; rightMargin: 1; bottom: foot.top }
        count: sidebar.conversations.busy.count
        onStopRequested: sidebar.conversations.busy.stopAll()
    }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: 49
        Hairline { width: parent.width }
        Row {
            x: 12
            y: 9
            spacing: 4
            AppButton {
                kind: AppButton.Ghost
                iconName: "models"
                text: qsTr("Models")
                tip: [qsTr("All models"), KeyHints.captions.models ?? ""].filter(part => part !== "").join(", ")
                onClicked: sidebar.modelsRequested()
            }
            AppButton {
                kind: AppButton.Ghost
                iconName: "trash"
                text: qsTr("Trash")
                tip: qsTr("Deleted chats, kept for 30 days")
                onClicked: sidebar.trashRequested()
            }
        }
    }
    Hairline {
        anchors.right: parent.right
        width: 1
        height: parent.height
    }
}

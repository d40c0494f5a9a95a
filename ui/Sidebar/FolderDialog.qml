pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Puts a chat into a folder, or gives a folder another name. Folders are there as long as a chat is in them.
DialogShell {
    id: dialog

    required property ConversationListModel conversations
    property real conversationId: 0
    // Set when a folder is renamed instead.
    property string folder: ""
    property var names: []
    readonly property bool renaming: folder !== ""

    function move(name: string) {
        if (renaming) conversations.renameFolder(folder, name)
        else conversations.moveToFolder(conversationId, name)
        close()
    }

    title: renaming ? qsTr("Rename the folder") : qsTr("Move to a folder")
    wantedWidth: 420
    wantedHeight: 56 + 84 + (renaming ? 0 : Math.min(8, names.length + 1) * 34 + 8)
    onAboutToShow: {
        names = conversations.folderNames()
        field.text = folder
        field.selectAll()
        field.forceActiveFocus()
    }
    AppField {
        id: field
        x: 24
        y: 20
        width: parent.width - 48 - done.width - 8
        name: qsTr("Name of the folder")
        placeholderText: dialog.renaming ? "" : qsTr("New folder")
        onAccepted: if (text.trim() !== "") dialog.move(text)
    }
    AppButton {
        id: done
        anchors { right: parent.right; rightMargin: 24 }
        y: 20
        kind: AppButton.Primary
        text: dialog.renaming ? qsTr("Rename") : qsTr("Create folder")
        enabled: field.text.trim() !== ""
        onClicked: dialog.move(field.text)
    }
    ListView {
        visible: !dialog.renaming
        anchors { fill: parent; topMargin: 68; leftMargin: 16; rightMargin: 16; bottomMargin: 12 }
        clip: true
        spacing: 2
        boundsBehavior: Flickable.StopAtBounds
        model: dialog.names
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Folders")
        delegate: AppButton {
            required property string modelData
            width: ListView.view.width
            kind: AppButton.Ghost
            alignLeft: true
            leftPadding: 8
            font: Theme.body
            iconName: "folder"
            text: modelData
            onClicked: dialog.move(modelData)
        }
        footer: AppButton {
            width: ListView.view.width
            kind: AppButton.Ghost
            alignLeft: true
            leftPadding: 8
            font: Theme.body
            iconName: "close"
            text: qsTr("No folder")
            onClicked: dialog.move("")
        }
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// System prompts kept to be used again, and keeping the one that is written.
Item {
    id: row

    required property PromptListModel prompts
    property string text: ""
    // prompts.count is named so that this is looked up again when one was kept.
    readonly property string keptAs: prompts.count >= 0 && text !== "" ? prompts.nameOf(text) : ""

    signal chosen(string text)

    implicitHeight: naming.visible ? 72 : 32
    Select {
        id: select
        width: parent.width - buttons.width - 8
        enabled: row.prompts.count > 0
        name: qsTr("Saved system prompts")
        model: row.prompts
        textRole: "name"
        valueRole: "name"
        shownText: row.keptAs !== "" ? row.keptAs : row.prompts.count === 0 ? qsTr("No saved prompts") : qsTr("Use a saved prompt")
        onActivated: row.chosen(row.prompts.textOf(currentText))
    }
    Row {
        id: buttons
        anchors.right: parent.right
        spacing: 4
        AppButton {
            visible: row.keptAs === ""
            text: qsTr("Save")
            tip: enabled ? qsTr("Save this system prompt to use it in other chats") : qsTr("Write a system prompt first")
            enabled: row.text.trim() !== ""
            onClicked: {
                naming.visible = !naming.visible
                if (naming.visible) field.forceActiveFocus()
            }
        }
        IconButton {
            visible: row.keptAs !== ""
            y: 2
            iconName: "trash"
            text: qsTr("Remove “%1” from the saved prompts").arg(row.keptAs)
            onClicked: row.prompts.remove(row.keptAs)
        }
    }
    Item {
        id: naming
        visible: false
        y: 40
        width: parent.width
        height: 32
        function keep() {
            if (row.prompts.save(field.text, row.text)) naming.visible = false
            else field.failed = true
        }
        AppField {
            id: field
            width: parent.width - done.width - 8
            name: qsTr("Name of the system prompt")
            placeholderText: qsTr("Name")
            onTextEdited: failed = false
            onAccepted: naming.keep()
            Keys.onEscapePressed: naming.visible = false
        }
        AppButton {
            id: done
            anchors.right: parent.right
            kind: AppButton.Primary
            text: qsTr("Save")
            enabled: field.text.trim() !== ""
            onClicked: naming.keep()
        }
    }
}

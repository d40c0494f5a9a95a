pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// Every shortcut, in one or two columns.
Grid {
    id: grid

    readonly property var entries: [
        [["Ctrl", "N"], qsTr("New chat")], [["Ctrl", "K"], qsTr("Search all chats")], [["Ctrl", "F"], qsTr("Find in this chat")], [["Ctrl", "M"], qsTr("All models")],
        [["Ctrl", "O"], qsTr("Open a GGUF file")], [["Ctrl", ","], qsTr("Settings")], [["Ctrl", "/"], qsTr("This list")],
        [["Ctrl", "B"], qsTr("Sidebar")], [["Ctrl", "J"], qsTr("Settings of this chat")], [["Ctrl", "L"], qsTr("To the message field")],
        [["Enter"], qsTr("Send")], [["Shift", "Enter"], qsTr("New line")], [["Esc"], qsTr("Stop the reply, close")],
        [["Ctrl", "↑"], qsTr("Edit the last message")], [["Ctrl", "↓"], qsTr("To the newest text")], [["Ctrl", "R"], qsTr("Regenerate the last reply")],
        [["Alt", "↑"], qsTr("Chat above")], [["Alt", "↓"], qsTr("Chat below")], [["F2"], qsTr("Rename the chat")],
        [["Del"], qsTr("Move the chat to the trash")], [["Ctrl", "Z"], qsTr("Undo what the notice offers")]]

    columns: width > 560 ? 2 : 1
    columnSpacing: 32
    Repeater {
        model: grid.entries
        Item {
            id: entry
            required property var modelData
            width: (grid.width - (grid.columns - 1) * grid.columnSpacing) / grid.columns
            height: 36
            Accessible.role: Accessible.StaticText
            Accessible.name: modelData[1] + ": " + modelData[0].join(" ")
            AppText { width: parent.width - caps.width - 8; text: entry.modelData[1]; elide: Text.ElideRight; anchors.verticalCenter: parent.verticalCenter }
            Row {
                id: caps
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                spacing: 4
                Repeater {
                    model: entry.modelData[0]
                    KeyCap {
                        required property string modelData
                        text: modelData
                    }
                }
            }
            Hairline { y: parent.height - 1; width: parent.width }
        }
    }
}

import QtQuick
import Hearth.Mock

RowsModel {
    property var sequences: ({ newChat: "Ctrl+N", search: "Ctrl+K", find: "Ctrl+F", models: "Ctrl+M", openFile: "Ctrl+O", settings: "Ctrl+,",
                               shortcuts: "Ctrl+/", sidebar: "Ctrl+B", panel: "Ctrl+J", message: "Ctrl+L", edit: "Ctrl+Up", newest: "Ctrl+Down",
                               regenerate: "Ctrl+R", continue: "Ctrl+E", compare: "Ctrl+Shift+R", larger: "Ctrl++", smaller: "Ctrl+-", usual: "Ctrl+0", above: "Alt+Up", below: "Alt+Down", undo: "Ctrl+Z", quit: "Ctrl+Q" })
    property var captions: ({ newChat: "Ctrl N", search: "Ctrl K", models: "Ctrl M", settings: "Ctrl ,", sidebar: "Ctrl B", panel: "Ctrl J",
                              regenerate: "Ctrl R", continue: "Ctrl E", compare: "Ctrl Shift R", undo: "Ctrl Z" })
    property bool altered: true
    property string note: ""
    property var calls: []
    function name(text) { return qsTranslate("KeyBindings", text) }
    function take(row, key, modifiers) { calls.push(["take", row, key, modifiers]); return key === Qt.Key_G }
    function matches(action, key, modifiers) {
        const wanted = (sequences[action] ?? "").split("+")
        const held = (modifiers & Qt.ControlModifier ? 1 : 0) + (modifiers & Qt.ShiftModifier ? 1 : 0)
        return wanted.length === held + 1 && wanted.includes("Ctrl") === ((modifiers & Qt.ControlModifier) !== 0) && wanted[held] === String.fromCharCode(key)
    }
    function reset(row) { calls.push(["reset", row]) }
    function resetAll() { calls.push(["resetAll"]) }
    function clearNote() { note = "" }
    defaults: ({ text: "", caps: [], fixed: false, altered: false })
    rows: [{ text: name("New chat"), caps: ["Ctrl", "N"] }, { text: name("Search all chats"), caps: ["Ctrl", "K"] },
           { text: name("Find in this chat"), caps: ["Ctrl", "F"] }, { text: name("All models"), caps: ["Ctrl", "M"] },
           { text: name("Open a model"), caps: ["Ctrl", "O"] }, { text: name("Settings"), caps: ["Ctrl", ","] },
           { text: name("This list"), caps: ["Ctrl", "/"] }, { text: name("Sidebar"), caps: ["Ctrl", "B"] },
           { text: name("Settings of this chat"), caps: ["Ctrl", "Shift", "J"], altered: true }, { text: name("Go to the message field"), caps: ["Ctrl", "L"] },
           { text: name("Send"), caps: ["Enter"], fixed: true }, { text: name("New line"), caps: ["Shift", "Enter"], fixed: true },
           { text: name("Stop the reply or close"), caps: ["Esc"], fixed: true }, { text: name("Edit the last message"), caps: ["Ctrl", "↑"] },
           { text: name("Jump to the latest text"), caps: ["Ctrl", "↓"] }, { text: name("Regenerate the last reply"), caps: ["Ctrl", "R"] },
           { text: name("Compare answers"), caps: ["Ctrl", "Shift", "R"] },
           { text: name("Previous chat"), caps: ["Alt", "↑"] }, { text: name("Next chat"), caps: ["Alt", "↓"] },
           { text: name("Rename the chat"), caps: ["F2"], fixed: true }, { text: name("Move the chat to the trash"), caps: ["Del"], fixed: true },
           { text: name("Undo last action"), caps: ["Ctrl", "Z"] }, { text: name("Close Hearth"), caps: ["Ctrl", "Q"] }]
}

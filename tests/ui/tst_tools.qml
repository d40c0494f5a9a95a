import QtQuick
import QtQuick.Templates as T
import QtTest
import Hearth.App
import Hearth.Theme
import Hearth.Main

// Calls of tools in the window, on invented data: allowed, refused and stopped by mouse and by keyboard.
TestCase {
    id: tests

    property Main view: null
    readonly property var calls: view ? view.app.chat.toolCalls.calls : []

    name: "Tools"
    when: windowShown
    width: 100
    height: 100

    Component {
        id: windows
        Main { readonly property InventedApp app: Invented.app }
    }
    function init() {
        Invented.begin()
        view = windows.createObject(null, { width: 1280, height: 800 })
        view.requestActivate()
        tryVerify(() => view.active)
    }
    function cleanup() {
        view.destroy()
        view = null
        wait(0)
    }
    function named(text, root) {
        const start = root ?? view.contentItem
        if (start.Accessible && start.Accessible.name === text && start.visible) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = named(text, start.children[i])
            if (found) return found
        }
        return null
    }
    function last(list) { return list[list.length - 1] }
    function show(state: string, more) {
        const call = { name: "calculate", source: "Hearth", arguments: "expression: 17 * 23", state: state, status: "Allow this call?", result: "" }
        view.app.chat.messages.rows = [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Question" },
            { messageId: 2, kind: MessageBlockModel.Footer, first: true, last: true, previousKind: MessageBlockModel.UserText },
            { messageId: 3, author: "tool", kind: MessageBlockModel.ToolCall, first: true, last: true, lastMessage: true,
              call: Object.assign(call, more ?? {}) }]
        view.app.chat.state = state === "asking" || state === "running" ? ChatController.Calling : ChatController.Idle
        view.app.chat.toolCalls.asking = state === "asking" ? 3 : 0
        tryVerify(() => named("Call of calculate"))
    }

    function test_theCardSaysWhatIsAsked() {
        show("asking")
        compare(named("Arguments").text, "expression: 17 * 23")
        mouseClick(named("Allow once"))
        compare(last(calls), ["approve", 3])
        mouseClick(named("Allow in this chat"))
        compare(last(calls), ["approveInChat", 3])
        mouseClick(named("Always allow"))
        compare(last(calls), ["approveAlways", 3])
        mouseClick(named("Refuse"))
        compare(last(calls), ["refuse", 3])
    }
    function test_enterAllowsAndEscRefusesWhileNothingIsWritten() {
        verify(view.chatPage.composer.input.activeFocus)
        show("asking")
        // Pressing Enter twice to send allows nothing.
        keyClick(Qt.Key_Return)
        compare(calls.length, 0)
        wait(700)
        keyClick(Qt.Key_Return)
        compare(last(calls), ["approve", 3])
        keyClick(Qt.Key_Escape)
        compare(last(calls), ["refuse", 3])
        compare(view.app.chat.calls.length, 0)
        // With text in the composer, Enter sends it and answers no call.
        view.chatPage.composer.input.text = "more"
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["send", "more"])
        compare(calls.length, 2)
    }
    function test_aRunningCallIsStopped() {
        show("running")
        verify(!named("Allow once"))
        keyClick(Qt.Key_Escape)
        compare(last(view.app.chat.calls), ["stop"])
        mouseClick(named("Stop the reply"))
        compare(view.app.chat.calls.length, 2)
    }
    function test_theResultIsFolded() {
        show("done", { result: "391", status: "Took 0.2 s" })
        const head = named("Result")
        verify(!head.checked)
        mouseClick(head)
        tryVerify(() => view.chatPage && findText("391"))
    }
    function findText(text, root) {
        const start = root ?? view.contentItem
        if (start.visible && start instanceof TextEdit && start.text === text) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = findText(text, start.children[i])
            if (found) return found
        }
        return null
    }
    function test_aCallThatLedToNothingCanGoOn() {
        show("interrupted", { canGoOn: true, canRepeat: true, status: "Interrupted when Hearth ended" })
        mouseClick(named("Let the model continue"))
        compare(last(calls), ["goOn"])
        mouseClick(named("Call it again"))
        compare(last(calls), ["again", 3])
    }
    function test_theComposerSwitchesToolsOn() {
        const button = named("Tools in this chat")
        mouseClick(button)
        verify(view.app.chat.toolCalls.on)
        compare(button.text, "6 tools")
        mouseClick(button)
        verify(!view.app.chat.toolCalls.on)
    }
    // A menu lies above what the window has.
    function inMenu(text) {
        let root = view.contentItem
        while (root.parent) root = root.parent
        return named(text, root)
    }
    function test_aChatChoosesWhoseTools() {
        mouseClick(named("Choose tools and prompts"))
        tryVerify(() => inMenu("time")?.menu.opened ?? false)
        compare(inMenu("Hearth").checked, true)
        mouseClick(inMenu("time"))
        compare(last(calls), ["setHas", "mcp:time", true])
    }
    function test_promptsOfServersBeginMessages() {
        mouseClick(named("Choose tools and prompts"))
        tryVerify(() => inMenu("Prompts of tool servers…")?.menu.opened ?? false)
        mouseClick(inMenu("Prompts of tool servers…"))
        tryVerify(() => view.dialogs.set.serverPrompts && view.dialogs.set.serverPrompts.opened)
        const dialog = view.dialogs.set.serverPrompts
        const insert = named("Insert", dialog.contentItem)
        verify(!insert.enabled)
        keyClick(Qt.Key_Down)
        tryVerify(() => named("branch", dialog.contentItem))
        // A required value is missing.
        verify(!insert.enabled)
        named("branch", dialog.contentItem).forceActiveFocus()
        keyClick(Qt.Key_M)
        verify(insert.enabled)
        keyClick(Qt.Key_Return)
        compare(last(view.app.serverPrompts.calls), ["fetch", 0, { branch: "m" }])
        view.app.serverPrompts.failed("The server refused.")
        tryVerify(() => named("The server refused.", dialog.contentItem))
        verify(dialog.opened)
        view.app.serverPrompts.arrived("Review the branch m")
        tryVerify(() => !dialog.visible)
        compare(view.chatPage.composer.input.text, "Review the branch m")
    }
    function test_aChatChoosesItsDocuments() {
        const passages = view.app.chat.passages
        mouseClick(named("Documents in this chat"))
        verify(passages.on)
        mouseClick(named("Choose documents"))
        tryVerify(() => inMenu("House")?.menu.opened ?? false)
        compare(inMenu("House").checked, true)
        mouseClick(inMenu("House"))
        compare(last(passages.calls), ["setHas", "/home/a/Documents/House", false])
    }
    function test_aNumberLeadsToItsPassage() {
        view.chatPage.list.linkChosen("passage:2")
        tryVerify(() => view.dialogs.set && view.dialogs.set.passages && view.dialogs.set.passages.opened)
        const dialog = view.dialogs.set.passages
        compare(dialog.row, 1)
        compare(dialog.shown.name, "Beekeeping for everybody.pdf")
        compare(dialog.before, "Worker bees live for about six weeks in summer.")
        keyClick(Qt.Key_Up)
        compare(dialog.row, 0)
        verify(named("1: bees.md, line 7", dialog.contentItem))
        verify(named("Open the file", dialog.contentItem))
    }
    function test_theSettingsHaveTheTools() {
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        const overlay = view.dialogs.set.settings.contentItem
        mouseClick(named("Tools", overlay))
        tryVerify(() => named("Read web pages", overlay))
        mouseClick(named("Read web pages", overlay))
        verify(view.app.toolSettings.webReader)
        view.app.toolSettings.folder = "/home/anna/notes"
        tryVerify(() => named("None", overlay))
        wait(100)
        mouseClick(named("None", overlay))
        tryCompare(view.app.toolSettings, "folder", "")
        wait(100)
        mouseClick(named("calculate", overlay))
        compare(last(view.app.toolSettings.calls), ["setOn", "hearth/calculate", false])
    }
}

import QtQuick
import QtTest
import Hearth.App
import Hearth.Main

// Structure of replies, in the panel, on invented data: by mouse and by keyboard.
TestCase {
    id: tests

    property Main view: null
    readonly property var structure: view ? view.app.chat.structure : null

    name: "Structure"
    when: windowShown
    width: 100
    height: 100

    Component {
        id: windows
        Main { readonly property InventedApp app: Invented.app }
    }
    function init() {
        Invented.begin()
        Invented.app.settings.window.panelVisible = true
        Invented.app.settings.window.panelTab = 3
        view = windows.createObject(null, { width: 1280, height: 800 })
        view.requestActivate()
        tryVerify(() => view.active)
        tryVerify(() => named("Kind of form"))
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
    function switchNamed(text, root) {
        const start = root ?? view.contentItem
        if (start.Accessible && start.Accessible.name === text && start.Accessible.role === Accessible.CheckBox && start.visible) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = switchNamed(text, start.children[i])
            if (found) return found
        }
        return null
    }
    function test_whatIsOnIsSeenBesideTheMessage() {
        compare(named("Structured output in this chat", view.chatPage), null)
        structure.on = true
        view.app.settings.window.panelTab = 0
        const chip = named("Structured output in this chat", view.chatPage)
        verify(chip)
        mouseClick(chip)
        compare(view.app.settings.window.panelTab, 3)
        structure.on = false
        compare(named("Structured output in this chat", view.chatPage), null)
    }
    function last(list) { return list[list.length - 1] }
    function showTree() {
        structure.result.rows = [
            { value: "2 values", kind: JsonTree.Object, foldable: true },
            { key: "answer", value: "yes", depth: 1 },
            { key: "list", value: "1 entry", kind: JsonTree.List, depth: 1, foldable: true },
            { key: "1", named: false, value: "7", kind: JsonTree.Number, depth: 2 }]
        tryVerify(() => named("answer: yes"))
    }

    function test_theTabsStandInTheirOrder() {
        const tabs = ["Sampling", "Context", "Structure", "Inspector"].map(name => named(name))
        for (let at = 1; at < tabs.length; ++at) verify(tabs[at].mapToItem(null, 0, 0).x > tabs[at - 1].mapToItem(null, 0, 0).x)
        mouseClick(tabs[3])
        compare(view.app.settings.window.panelTab, 2)
        mouseClick(named("Structure"))
        compare(view.app.settings.window.panelTab, 3)
        // All of them and what closes the panel have room.
        verify(tabs[3].mapToItem(null, tabs[3].width, 0).x <= named("Close the panel").mapToItem(null, 0, 0).x)
    }
    function test_whatIsTypedIsKept() {
        const field = named("JSON schema")
        mouseClick(field)
        for (const key of "{}") keyClick(key)
        compare(structure.source, "{}")
        structure.problem = "The keyword \"x\" of the schema cannot be honoured: it is not known."
        tryVerify(() => named(structure.problem))
        structure.problem = ""
        structure.good = true
        tryVerify(() => named("Replies will match it."))
        mouseClick(switchNamed("Structured output"))
        verify(structure.on)
        tryVerify(() => named("Every reply of this chat will fit."))
    }
    function test_examplesAndFiles() {
        mouseClick(named("Examples"))
        tryVerify(() => named("A contact", view.contentItem.parent))
        wait(200)
        mouseClick(named("A contact", view.contentItem.parent))
        compare(last(structure.calls), ["useExample", 1])
        mouseClick(named("From a file…"))
        tryVerify(() => view.dialogs.set !== null)
    }
    function test_aJsonObjectNeedsNoText() {
        structure.kind = 1
        tryVerify(() => !named("JSON schema"))
        verify(!named("Examples"))
    }
    function test_theTreeFoldsByKeyboard() {
        showTree()
        mouseClick(named("answer: yes"))
        keyClick(Qt.Key_Down)
        keyClick(Qt.Key_Left)
        compare(last(structure.result.calls), ["setFolded", 2, true])
        keyClick(Qt.Key_Right)
        compare(last(structure.result.calls), ["setFolded", 2, false])
        keyClick(Qt.Key_Return)
        compare(last(structure.result.calls), ["setFolded", 2, true])
        // From a value to what it stands in.
        keyClick(Qt.Key_Up)
        keyClick(Qt.Key_Left)
        keyClick(Qt.Key_Left)
        compare(last(structure.result.calls), ["setFolded", 0, true])
    }
    function test_theResultIsCopied() {
        showTree()
        verify(!named("Copy CSV"))
        structure.result.list = true
        tryVerify(() => named("Copy CSV"))
        wait(100)
        mouseClick(named("Copy JSON"))
        compare(last(view.app.calls), ["copyText", "document"])
        mouseClick(named("Copy CSV"))
        compare(last(view.app.calls), ["copyText", "table"])
    }
}

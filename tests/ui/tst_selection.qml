import QtQuick
import QtTest
import Hearth.App
import Hearth.Chat

// Text that is selected across messages, with the pointer and with keys. What is copied for rows and positions is
// tst_selected_text's; here the two ends are what counts.
TestCase {
    id: tests

    property var copied: []
    property var offered: []

    name: "Selection"
    when: windowShown
    width: 900
    height: 640
    visible: true

    ChatController { id: controller }
    MessageList {
        id: list
        anchors { fill: parent; bottomMargin: 60 }
        chat: controller
        above: [lid]
        onCopyRequested: text => tests.copied.push(text)
        onSelectionOffered: text => tests.offered.push(text)
    }
    Rectangle {
        id: lid
        visible: false
        width: 900
        height: 80
    }
    TextInput {
        id: composer
        y: 600
        width: 900
        height: 40
    }
    readonly property var sample: [
        { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "What is a harbour?" },
        { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 2, kind: MessageBlockModel.Heading, first: true, text: "Harbours" },
        { messageId: 2, kind: MessageBlockModel.Paragraph, previousKind: MessageBlockModel.Heading, text: "A <b>harbour</b> is a place where ships lie." },
        { messageId: 2, kind: MessageBlockModel.Table, previousKind: MessageBlockModel.Paragraph, cells: [["Name", "Sea"], ["Kiel", "Baltic"]], alignments: [1, 1] },
        { messageId: 2, kind: MessageBlockModel.Code, previousKind: MessageBlockModel.Table, language: "sh", text: "echo one\necho two" },
        { messageId: 2, kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.Code, figures: "61 tok/s" }
    ]
    function init() {
        controller.messages.rows = sample
        copied = []
        offered = []
        lid.visible = false
        waitForRendering(list)
        tryVerify(() => list.itemAtIndex(5) !== null && list.itemAtIndex(5).editor !== null)
        list.positionViewAtBeginning()
        composer.forceActiveFocus()
    }
    // The middle of the line on which a position of a row's text lies, in the window.
    function place(row, position) {
        const editor = list.itemAtIndex(row).editor
        const at = editor.positionToRectangle(position)
        return editor.mapToItem(tests, at.x, at.y + at.height / 2)
    }
    function dragBetween(from, to) {
        mousePress(tests, from.x, from.y)
        mouseMove(tests, (from.x + to.x) / 2, (from.y + to.y) / 2)
        mouseMove(tests, to.x, to.y)
    }
    function release(at) {
        mouseRelease(tests, at.x, at.y)
        wait(0)
    }
    function shown(row) { return list.itemAtIndex(row).editor.selectedText }

    function test_acrossMessages_data() {
        return [{ tag: "down", up: false }, { tag: "up", up: true }]
    }
    function test_acrossMessages(data) {
        const from = data.up ? place(5, 4) : place(0, 5)
        const to = data.up ? place(0, 5) : place(5, 4)
        dragBetween(from, to)
        // While the button is down it is shown already.
        tryCompare(list.itemAtIndex(3).editor, "selectedText", "A harbour is a place where ships lie.")
        tryVerify(() => shown(0) === "is a harbour?" && shown(5) === "echo")
        release(to)
        compare(shown(0), "is a harbour?")
        compare(shown(2), "Harbours")
        compare(shown(5), "echo")
        verify(list.itemAtIndex(4).selectionShown)
        verify(list.activeFocus)
        keySequence(StandardKey.Copy)
        compare(copied, ["0 5 5 4"])
        tryCompare(tests.offered, "length", 1)
        compare(offered, ["0 5 5 4"])
        // Back into its own row, nothing of the others is left.
        dragBetween(place(0, 5), place(3, 4))
        mouseMove(tests, place(0, 9).x, place(0, 9).y)
        release(place(0, 9))
        compare(shown(0), "is a")
        compare(shown(3), "")
        keySequence(StandardKey.Copy)
        compare(copied[1], "0 5 0 9")
    }
    function test_withinOneRow() {
        dragBetween(place(3, 2), place(3, 9))
        release(place(3, 9))
        compare(shown(3), "harbour")
        keySequence(StandardKey.Copy)
        compare(copied, ["3 2 3 9"])
        // A press elsewhere ends it, also one that selects nothing.
        mouseClick(tests, place(5, 3).x, place(5, 3).y)
        compare(shown(3), "")
        keySequence(StandardKey.Copy)
        compare(copied.length, 1)
    }
    function test_wordByTwoClicks() {
        const at = place(3, 4)
        mouseDoubleClickSequence(tests, at.x, at.y)
        compare(shown(3).trim(), "harbour")
        keySequence(StandardKey.Copy)
        compare(copied[0].startsWith("3 2 3 "), true)
    }
    function test_shiftExtends() {
        dragBetween(place(3, 2), place(3, 9))
        release(place(3, 9))
        mouseClick(tests, place(5, 8).x, place(5, 8).y, Qt.LeftButton, Qt.ShiftModifier)
        tryCompare(list.itemAtIndex(5).editor, "selectedText", "echo one")
        compare(shown(3), "harbour is a place where ships lie.")
        keySequence(StandardKey.Copy)
        compare(copied, ["3 2 5 8"])
    }
    function test_cellAndTable() {
        const cell = list.itemAtIndex(4)
        const middle = cell.mapToItem(tests, cell.width / 2, cell.height / 2)
        const area = list.itemAtIndex(3).editor.mapToItem(tests, 4, 0)
        const name = Qt.point(area.x, middle.y + 14)
        mouseDoubleClickSequence(tests, name.x + 8, name.y)
        keySequence(StandardKey.Copy)
        compare(copied, ["Kiel"])
        // From a cell on, the whole table.
        dragBetween(name, place(5, 4))
        release(place(5, 4))
        verify(cell.selectionShown)
        compare(shown(5), "echo")
        keySequence(StandardKey.Copy)
        compare(copied[1].startsWith("4 0 5 4"), true)
    }
    function test_keys() {
        list.forceActiveFocus(Qt.TabFocusReason)
        keySequence(StandardKey.SelectAll)
        compare(shown(0), "What is a harbour?")
        compare(shown(5), "echo one\u2029echo two".replace("\u2029", shown(5)[8]))
        verify(list.itemAtIndex(4).selectionShown)
        keySequence(StandardKey.Copy)
        compare(copied.length, 1)
        verify(copied[0].startsWith("0 0 6 "))
        keyClick(Qt.Key_Escape)
        compare(shown(0), "")
        verify(!list.itemAtIndex(4).selectionShown)
        keySequence(StandardKey.Copy)
        compare(copied.length, 1)
    }
    function test_focusElsewhereEndsIt() {
        dragBetween(place(0, 5), place(3, 9))
        release(place(3, 9))
        verify(shown(2) !== "")
        composer.forceActiveFocus()
        compare(shown(0) + shown(2) + shown(3), "")
    }
    function menuItem(text) {
        const find = item => {
            if (item.text === text && item.triggered !== undefined && item.visible) return item
            for (let i = 0; i < item.children.length; ++i) {
                const found = find(item.children[i])
                if (found) return found
            }
            return null
        }
        let root = list
        while (root.parent) root = root.parent
        return find(root)
    }
    function chooseFromMenu(text) {
        tryVerify(() => menuItem(text) === null)
        mouseClick(tests, place(3, 3).x, place(3, 3).y, Qt.RightButton)
        tryVerify(() => menuItem(text)?.menu.opened ?? false)
        const item = menuItem(text)
        mouseClick(item, item.width / 2, item.height / 2)
    }
    function test_menu() {
        dragBetween(place(0, 5), place(3, 9))
        release(place(3, 9))
        chooseFromMenu("Copy")
        compare(copied, ["0 5 3 9"])
        // It is still there, for the keys too.
        tryVerify(() => list.activeFocus)
        compare(shown(2), "Harbours")
        keySequence(StandardKey.Copy)
        compare(copied.length, 2)
        chooseFromMenu("Quote")
        compare(controller.draft.calls[controller.draft.calls.length - 1], ["quote", "0 5 3 9"])
        compare(shown(2), "")
        chooseFromMenu("Select all")
        tryVerify(() => list.activeFocus)
        compare(shown(2), "Harbours")
        compare(shown(0), "What is a harbour?")
        // Without a selection there is nothing to copy.
        keyClick(Qt.Key_Escape)
        compare(shown(0), "")
        tryVerify(() => menuItem("Copy") === null)
        mouseClick(tests, place(3, 3).x, place(3, 3).y, Qt.RightButton)
        tryVerify(() => menuItem("Copy")?.menu.opened ?? false)
        verify(!menuItem("Copy").enabled)
        keyClick(Qt.Key_Escape)
    }
    // Fingers scroll.
    function test_touchSelectsNothing() {
        const from = place(3, 3)
        const touch = touchEvent(tests)
        touch.press(1, tests, from.x, from.y).commit()
        touch.release(1, tests, from.x, from.y).commit()
        wait(100)
        compare(menuItem("Copy"), null)
        touch.press(1, tests, from.x, from.y).commit()
        for (let i = 1; i < 10; ++i) touch.move(1, tests, from.x, from.y - 6 * i).commit()
        touch.release(1, tests, from.x, from.y - 54).commit()
        wait(100)
        verify(list.selection.empty)
        compare(shown(2), "")
    }
    function test_streamingTextKeepsIt() {
        dragBetween(place(0, 5), place(3, 9))
        release(place(3, 9))
        controller.messages.change(3, "text", "A <b>harbour</b> is a place where ships lie. It")
        tryCompare(list.itemAtIndex(3).editor, "selectedText", "A harbour")
        controller.messages.append({ messageId: 3, kind: MessageBlockModel.Paragraph, first: true, last: true, text: "more" })
        compare(shown(0), "is a harbour?")
        controller.messages.rows = sample
        keySequence(StandardKey.Copy)
        compare(copied.length, 0)
    }
    function test_listMovesAlong() {
        const rows = []
        for (let i = 0; i < 300; ++i)
            rows.push({ messageId: i, kind: MessageBlockModel.Paragraph, first: true, last: true, text: "Paragraph " + i })
        controller.messages.rows = rows
        waitForRendering(list)
        list.forceActiveFocus()
        keyClick(Qt.Key_Home)
        tryVerify(() => list.itemAtIndex(1) !== null && list.itemAtIndex(1).editor !== null)
        dragBetween(place(1, 3), Qt.point(place(1, 3).x, list.height + 50))
        // So far that the row where it began is not there any more.
        tryVerify(() => list.contentY > 2000 && list.itemAtIndex(1) === null)
        release(Qt.point(100, list.height + 50))
        keySequence(StandardKey.Copy)
        const ends = copied[0].split(" ").map(Number)
        compare(ends[0], 1)
        compare(ends[1], 3)
        verify(ends[2] > 60, copied[0])
        // Rows that come into view show it too.
        list.positionViewAtBeginning()
        tryVerify(() => list.itemAtIndex(2) !== null && shown(2) === "Paragraph 2")
        compare(shown(1), "agraph 1")
        list.positionViewAtEnd()
        tryVerify(() => list.itemAtIndex(ends[2] - 1) === null || shown(ends[2] - 1) !== "")
    }
    function test_notThroughWhatLiesAbove() {
        lid.visible = true
        dragBetween(place(0, 5), place(3, 9))
        release(place(3, 9))
        compare(shown(3), "")
        keySequence(StandardKey.Copy)
        compare(copied.length, 0)
    }
}

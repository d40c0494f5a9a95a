import QtQuick
import QtTest
import Hearth.App
import Hearth.Main

// Emoji sequences as a person sees them in each place: one picture in colour, no wider than one character. Where a
// sequence falls apart it is wider; where a text font shows it, it has no colour.
TestCase {
    id: tests

    property Main view: null
    readonly property bool installed: Qt.fontFamilies().includes("Noto Color Emoji")

    name: "Emoji"
    when: windowShown
    width: 100
    height: 100

    Component {
        id: windows
        Main { readonly property InventedApp app: Invented.app }
    }
    function initTestCase() {
        Invented.begin()
        view = windows.createObject(null, { width: 1280, height: 800 })
        tryVerify(() => view.visible)
    }
    function cleanupTestCase() {
        view.destroy()
        view = null
        wait(0)
    }
    // The family is in grey in newer editions of the font.
    readonly property var sequences: [
        { tag: "heart", text: "\u2764\ufe0f" },
        { tag: "check", text: "\u2714\ufe0f" },
        { tag: "family", text: "\u{1F469}\u200d\u{1F469}\u200d\u{1F467}\u200d\u{1F466}", grey: true },
        { tag: "astronaut", text: "\u{1F469}\u{1F3FD}\u200d\u{1F680}" },
        { tag: "keycap", text: "1\ufe0f\u20e3" },
        { tag: "flag", text: "\u{1F1E9}\u{1F1EA}" }
    ]
    function under(root, wanted) {
        if (wanted(root)) return root
        for (let i = 0; i < root.children.length; ++i) {
            const found = under(root.children[i], wanted)
            if (found) return found
        }
        return null
    }
    function check(item, em, grey, where) {
        verify(item !== null && item !== undefined, where)
        const image = grabImage(view.contentItem)
        const corner = item.mapToItem(null, 0, 0)
        const x0 = Math.ceil(corner.x), y0 = Math.ceil(corner.y)
        const colour = (x, y) => [image.red(x, y), image.green(x, y), image.blue(x, y)]
        const ground = colour(x0 - 3, y0)
        let left = x0 + 120, right = -1, coloured = 0
        for (let y = y0; y < corner.y + item.height; ++y)
            for (let x = x0; x < x0 + Math.min(item.width, 120); ++x) {
                const rgb = colour(x, y)
                if (Math.max(...rgb.map((part, i) => Math.abs(part - ground[i]))) < 20) continue
                left = Math.min(left, x)
                right = Math.max(right, x)
                if (Math.max(...rgb) - Math.min(...rgb) > 24) ++coloured
            }
        verify(right >= 0, where + ": nothing is shown")
        const width = right - left + 1
        verify(width > 0.5 * em && width < 1.3 * em, where + ": " + width + " px at " + em)
        if (!grey) verify(coloured > 10, where + ": " + coloured + " coloured pixels")
    }
    function test_oneColouredPicture_data() { return sequences }
    function test_oneColouredPicture(data) {
        if (!installed) skip("SKIPPED: the font Noto Color Emoji is not installed")
        view.app.chat.messages.rows = [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: data.text },
            { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
            { messageId: 2, kind: MessageBlockModel.Heading, first: true, text: data.text },
            { messageId: 2, kind: MessageBlockModel.Paragraph, text: "<b>" + data.text + "</b>" },
            { messageId: 2, kind: MessageBlockModel.ListItem, marker: "\u2022", text: data.text },
            { messageId: 2, kind: MessageBlockModel.Quote, text: data.text },
            { messageId: 2, kind: MessageBlockModel.Code, text: data.text },
            { messageId: 2, kind: MessageBlockModel.Table, cells: [["a"], [data.text]], alignments: [1] },
            { messageId: 2, kind: MessageBlockModel.Footer, last: true, figures: "61 tok/s" }]
        view.app.conversations.rows = [{ conversationId: 3, title: data.text, section: "Today", current: true }]
        const list = under(view.contentItem, item => item.itemAtIndex !== undefined && item.chat !== undefined && item.distance !== undefined)
        verify(list)
        tryVerify(() => list.itemAtIndex(7) !== null && list.itemAtIndex(0) !== null && list.itemAtIndex(0).editor !== null)
        wait(60)
        const places = ["bubble", "", "heading", "paragraph", "list", "quote", "code"]
        for (let row = 0; row < places.length; ++row) {
            if (places[row] === "") continue
            const edit = list.itemAtIndex(row).editor
            compare(edit.getText(0, edit.length), data.text, places[row])
            check(edit, edit.font.pixelSize, data.grey ?? false, places[row])
        }
        const cell = under(list.itemAtIndex(7), item => item.richText === data.text)
        check(cell, cell.font.pixelSize, data.grey ?? false, "cell")
        const title = under(view.contentItem, item => item.title === data.text && item.cut === true && item.visible)
        check(title, title.font.pixelSize, data.grey ?? false, "title")
        compare(title.Accessible.name, data.text)
        const input = view.chatPage.composer.input
        input.text = data.text
        wait(30)
        check(input, input.font.pixelSize, data.grey ?? false, "composer")
        input.text = ""
    }
    function test_signsStayText() {
        view.app.conversations.rows = [{ conversationId: 3, title: "1 # * \u00a9 \u2122", section: "Today", current: true }]
        wait(30)
        const title = under(view.contentItem, item => item.title === "1 # * \u00a9 \u2122" && item.cut === true && item.visible)
        compare(title.text, title.title)
        compare(title.textFormat, Text.PlainText)
    }
}

import QtQuick
import QtTest
import Hearth.App
import Hearth.Chat

// A conversation of 10,000 messages: how long it takes to open, and how long the window is busy for a piece of text
// that streams into it at 200 tokens a second (a piece every 33 ms). The figures are printed.
TestCase {
    id: tests

    property var chat: controller

    name: "LongChat"
    when: windowShown
    width: 1024
    height: 748
    visible: true

    ChatController { id: controller }
    MessageList {
        id: list
        anchors.fill: parent
        chat: controller
    }
    function words(count) { return "The quick brown fox jumps over the lazy dog and <b>runs</b> on. ".repeat(count) }
    function conversation(messages) {
        const rows = []
        for (let i = 0; i < messages; i += 2) {
            rows.push({ messageId: i, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Question " + i })
            rows.push({ messageId: i, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText })
            rows.push({ messageId: i + 1, kind: MessageBlockModel.Paragraph, first: true, text: words(4) })
            rows.push({ messageId: i + 1, kind: MessageBlockModel.Code, previousKind: MessageBlockModel.Paragraph, language: "cpp", text: "int main() {\n    return 0;\n}" })
            rows.push({ messageId: i + 1, kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.Code, figures: "61 tok/s" })
        }
        return rows
    }
    function test_opensAndFollows() {
        const rows = conversation(10000)
        let start = Date.now()
        controller.messages.rows = rows
        waitForRendering(list)
        tryVerify(() => list.distance <= 24)
        const opened = Date.now() - start
        rows.length = 0
        console.info("opening 10,000 messages:", opened, "ms")
        verify(opened < 3000, opened + " ms")

        controller.messages.append({ messageId: 99999, kind: MessageBlockModel.Paragraph, first: true, last: true, streaming: true, text: "" })
        const row = controller.messages.count - 1
        const times = []
        let text = ""
        for (let i = 0; i < 90; ++i) {
            text += "seven tokens of text that stream by "
            start = Date.now()
            controller.messages.change(row, "text", text)
            list.forceLayout()
            times.push(Date.now() - start)
            wait(20)
        }
        times.sort((a, b) => a - b)
        console.info("a piece of text:", times[45], "ms median,", times[88], "ms p99, without drawing")
        verify(times[45] < 33, "the window cannot keep up: " + times[45] + " ms")
        verify(list.following)
        verify(list.distance <= 24)
    }
    // Scrolling up stops following; new text then leaves the place alone, and End returns.
    function test_scrollingUpStopsFollowing() {
        controller.messages.rows = conversation(40)
        tryVerify(() => list.distance <= 24)
        mouseWheel(list, 500, 300, 0, 600)
        tryVerify(() => !list.following)
        tryVerify(() => !list.moving)
        const place = list.contentY
        controller.messages.append({ messageId: 500, kind: MessageBlockModel.Paragraph, first: true, last: true, text: words(20) })
        wait(50)
        compare(list.contentY, place)
        list.forceActiveFocus()
        keyClick(Qt.Key_End)
        tryVerify(() => list.following && list.distance <= 24)
    }
    function test_showsAMessageThatWasSearchedFor() {
        controller.messages.rows = conversation(200)
        tryVerify(() => list.distance <= 24)
        list.showLater(20)
        tryVerify(() => list.itemAtIndex(controller.messages.rowOf(20)) !== null)
        verify(!list.following)
    }
}

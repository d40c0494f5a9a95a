import QtQuick
import QtQuick.Templates as T
import QtTest
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Main

// The whole window on invented data: by mouse, by keyboard, and what it asks the application for.
TestCase {
    id: tests

    property Main view: null

    name: "Window"
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
        view.app.conversations.rows = [{ conversationId: 3, title: "Restic", section: "Today", current: true },
                                       { conversationId: 4, title: "Report", section: "Today" }]
    }
    function cleanup() {
        view.destroy()
        view = null
        wait(0)
    }
    function named(text, root, role) {
        const start = root ?? view.contentItem
        if (start.Accessible && start.Accessible.name === text && start.visible && (role === undefined || start.Accessible.role === role)) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = named(text, start.children[i], role)
            if (found) return found
        }
        return null
    }
    function last(calls) { return calls[calls.length - 1] }
    function pick(radio) { radio.toggle(); radio.toggled() }
    function type(text) { for (const letter of text) keyClick(letter) }
    function fill() {
        view.app.chat.messages.rows = [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Question" },
            { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
            { messageId: 2, kind: MessageBlockModel.Paragraph, first: true, text: "Answer" },
            { messageId: 2, kind: MessageBlockModel.Footer, last: true, lastMessage: true, siblingIndex: 1, siblingCount: 3, figures: "61 tok/s" }]
        wait(50)
    }

    function test_theComposerHasTheKeyboardAndEnterSends() {
        verify(view.chatPage.composer.input.activeFocus)
        type("hello")
        compare(view.app.chat.draft.text, "hello")
        keyClick(Qt.Key_Return, Qt.ShiftModifier)
        type("x")
        compare(view.app.chat.draft.text, "hello\nx")
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["send", "hello\nx"])
        compare(view.chatPage.composer.input.text, "")
    }
    function test_emptyMessagesAreNotSentAndOthersWaitForTheReply() {
        keyClick(Qt.Key_Return)
        compare(view.app.chat.calls.length, 0)
        type("later")
        view.app.chat.state = ChatController.Generating
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["send", "later"])
        const before = view.chatPage.composer.height
        view.app.chat.waiting.rows = [{ text: "later" }, { text: "latest", files: 1 }]
        tryVerify(() => named("Waiting: latest"))
        tryVerify(() => view.chatPage.composer.height > before + 50)
        type("typed on")
        compare(view.app.chat.draft.text, "typed on")
        mouseClick(named("Edit this message"))
        compare(last(view.app.chat.waiting.calls), ["takeBack", 0])
        mouseClick(named("Do not send this message"))
        compare(last(view.app.chat.waiting.calls), ["remove", 0])
    }
    function test_withoutAModelTheComposerSaysSoAndHelps() {
        view.app.engine.ready = false
        view.app.chat.modelMissing = true
        type("hello")
        keyClick(Qt.Key_Return)
        tryVerify(() => named("No model is loaded, so this was not sent."))
        compare(view.chatPage.composer.input.text, "hello")
        wait(50)
        mouseClick(named("Load DeepSeek R1 Distill 8B", view.chatPage.composer))
        compare(view.app.start.calls, [["loadLast"]])
        view.app.engine.loading = true
        tryVerify(() => !named("No model is loaded, so this was not sent."))
        view.app.engine.loading = false
        mouseClick(named("Choose a model", view.chatPage.composer))
        tryVerify(() => view.dialogs.set && view.dialogs.set.models && view.dialogs.set.models.opened)
        keyClick(Qt.Key_Escape)
        tryVerify(() => !view.dialogs.set.models.visible)
        view.chatPage.composer.focusInput()
        view.app.chat.modelMissing = false
        view.app.engine.ready = true
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["send", "hello"])
    }
    function test_anEditIsNotLostWhileAReplyIsUnderWay() {
        fill()
        keyClick(Qt.Key_Up, Qt.ControlModifier)
        view.app.chat.state = ChatController.Generating
        type("!")
        keyClick(Qt.Key_Return)
        compare(view.app.chat.calls.length, 0)
        compare(view.chatPage.composer.input.text, "text of 1!")
        view.app.chat.state = ChatController.Idle
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["edit", 1, "text of 1!"])
    }
    function test_longPastesBecomeAttachments() {
        const input = view.chatPage.composer.input
        view.app.chat.attachments.longText = "a long text"
        type("about ")
        keyClick(Qt.Key_V, Qt.ControlModifier)
        compare(view.app.chat.attachments.count, 1)
        compare(input.text, "about ")
        keyClick(Qt.Key_Z, Qt.ControlModifier)
        compare(view.app.chat.attachments.count, 0)
        compare(input.text, "about a long text")
        keyClick(Qt.Key_Z, Qt.ControlModifier)
        verify(!input.text.includes("a long text"))
        keyClick(Qt.Key_V, Qt.ControlModifier)
        type("it ")
        keyClick(Qt.Key_Z, Qt.ControlModifier)
        compare(view.app.chat.attachments.count, 1)
        // It can be opened and put back.
        tryVerify(() => named("File Pasted text, 1,204 tokens"))
        wait(50)
        mouseClick(named("File Pasted text, 1,204 tokens"), 40, 14)
        tryVerify(() => named("Put into the message", view.contentItem.parent ?? view.contentItem))
        mouseClick(named("Put into the message", view.contentItem.parent ?? view.contentItem))
        compare(view.app.chat.attachments.count, 0)
        verify(input.text.includes("a long text"))
        // It goes alone too.
        input.clear()
        keyClick(Qt.Key_V, Qt.ControlModifier)
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["send", ""])
        view.app.settings.chats.foldPastes = false
        view.app.chat.attachments.rows = []
        keyClick(Qt.Key_V, Qt.ControlModifier)
        compare(view.app.chat.attachments.count, 0)
        view.app.settings.chats.foldPastes = true
    }
    // Milliseconds until what a key does is on the screen; the bound leaves room for a busy machine.
    function timed(act) {
        const start = Date.now()
        act()
        view.chatPage.grabToImage(() => {})
        wait(0)
        const took = Date.now() - start
        verify(took < 600, took + " ms")
        return took
    }
    LongText { id: clip }
    function test_hugeTextsDoNotStopTheWindow_data() {
        return [{ tag: "5 MB of lines", text: "some words and more\n".repeat(250000), size: "5.0 MB" },
                { tag: "one paragraph", text: "some words and more ".repeat(250000), size: "5.0 MB" },
                { tag: "joined emoji", text: "\u{1F469}\u200d".repeat(100000) + "\u{1F469}", size: "300.0 kB" }]
    }
    function test_hugeTextsDoNotStopTheWindow(data) {
        const composer = view.chatPage.composer
        const input = composer.input
        view.app.settings.chats.foldPastes = false
        clip.show(data.text)
        clip.copy()
        type("see ")
        console.info("paste:", timed(() => keyClick(Qt.Key_V, Qt.ControlModifier)), "ms")
        compare(composer.folded.size, data.size)
        compare(input.text, "")
        verify(view.app.chat.draft.text === "see " + data.text, "the draft is not the text")
        tryVerify(() => named("Long text, " + data.size))
        // Undo takes it back; again.
        keyClick(Qt.Key_Z, Qt.ControlModifier)
        compare(input.text, "see ")
        compare(composer.folded.size, "")
        compare(view.app.chat.draft.text, "see ")
        keyClick(Qt.Key_V, Qt.ControlModifier)
        console.info("key:", timed(() => type("b")), "ms")
        keyClick(Qt.Key_Return)
        const sent = last(view.app.chat.calls)
        compare(sent[0], "send")
        verify(sent[1] === "see " + data.text + (data.text.endsWith("\n") ? "b" : "\nb"), "something else was sent")
        compare(composer.folded.size, "")

        // A draft that is opened, and a message that is edited.
        console.info("draft:", timed(() => view.app.chat.draft.text = data.text), "ms")
        compare(composer.folded.size, data.size)
        console.info("edit:", timed(() => composer.startEdit(7, "old " + data.text)), "ms")
        verify(composer.editing && input.text === "")
        keyClick(Qt.Key_Return)
        const edited = last(view.app.chat.calls)
        compare(edited[1], 7)
        verify(edited[2] === "old " + data.text, "something else was kept")
        verify(view.app.chat.draft.text === data.text && composer.folded.size === data.size)

        // Removed by its button, once it stands where it belongs.
        wait(50)
        mouseClick(named("Remove", composer))
        compare(view.app.chat.draft.text, "")
        verify(!composer.canSend && input.activeFocus)

        // A paste is attached, opened and put into the message.
        view.app.chat.attachments.longText = data.text
        view.app.settings.chats.foldPastes = true
        keyClick(Qt.Key_V, Qt.ControlModifier)
        tryVerify(() => named("File Pasted text, 1,204 tokens"))
        wait(50)
        const whole = view.contentItem.parent ?? view.contentItem
        console.info("view:", timed(() => mouseClick(named("File Pasted text, 1,204 tokens"), 40, 14)), "ms")
        tryVerify(() => named("Put into the message", whole))
        wait(200)
        mouseClick(named("Put into the message", whole))
        compare(composer.folded.size, data.size)
        verify(view.app.chat.draft.text === data.text)
    }
    function test_formulasAreLaidOutOrReadable() {
        const math = source => ({ messageId: 2, kind: MessageBlockModel.Math, text: "a/b", level: 0, source: source })
        view.app.chat.messages.rows = [math("a"), math("\\frac{a}{b}"), math("\\frac{a}{b} + ".repeat(60)), math("{".repeat(200))]
        wait(50)
        const heights = []
        for (let row = 0; row < 4; ++row) heights.push(view.chatPage.list.itemAtIndex(row).content.implicitHeight)
        verify(heights[1] > heights[0] + 10)
        // A wide one scrolls sideways, one that is too deep is text.
        verify(heights[2] > heights[1])
        verify(heights[3] > 20)
        verify(named("Formula: a/b"))
    }
    function test_cardsBeginAMessageWithItsBlankSelected() {
        mouseClick(named("Explain a regular expression step by step"))
        compare(view.chatPage.composer.input.text, "Explain this regular expression step by step:\n\n[your expression]")
        compare(view.chatPage.composer.input.selectedText, "[your expression]")
        verify(view.chatPage.composer.input.activeFocus)
        type("a+b")
        compare(view.app.chat.draft.text, "Explain this regular expression step by step:\n\na+b")
    }
    function test_theStarterModelIsNamedAsSuch() {
        view.app.start.starter = true
        tryVerify(() => named("Find a larger model"))
        mouseClick(named("Find a larger model"))
        tryVerify(() => view.dialogs.set && view.dialogs.set.models && view.dialogs.set.models.opened)
        keyClick(Qt.Key_Escape)
        view.app.start.starter = false
    }
    function test_howAReplyEndedIsSaidWithWhatHelps() {
        fill()
        const actions = [{ action: "continue", text: "Go on with it" }]
        const rows = view.app.chat.messages.rows.slice()
        rows.splice(3, 0, { messageId: 2, kind: MessageBlockModel.Notice, text: "Interrupted", actions: actions, lastMessage: true })
        view.app.chat.messages.rows = rows
        tryVerify(() => named("Interrupted"))
        mouseClick(named("Go on with it"))
        compare(last(view.app.chat.calls), ["continueReply", 2])
        view.app.chat.messages.change(3, "lastMessage", false)
        tryVerify(() => !named("Go on with it"))
        verify(named("Interrupted"))
    }
    function test_aReplyThatRepeatsItselfIsSaid() {
        fill()
        view.app.chat.state = ChatController.Generating
        view.app.chat.repeating = true
        tryVerify(() => named("This reply repeats itself."))
        mouseClick(named("Write it again with a repeat penalty"))
        compare(last(view.app.chat.calls), ["regenerateWithPenalty", 2])
        mouseClick(named("Stop"))
        compare(last(view.app.chat.calls), ["stop"])
        view.app.chat.repeating = false
        tryVerify(() => !named("This reply repeats itself."))
    }
    // The draft of a chat must not be overwritten by the field that shows it.
    function test_showingADraftDoesNotChangeIt() {
        view.app.chat.draft.text = "kept"
        compare(view.chatPage.composer.input.text, "kept")
        view.app.chat.conversationId = 4
        compare(view.app.chat.draft.text, "kept")
    }
    // The placeholder is on the line of the caret.
    function test_thePlaceholderStandsAtTheCaret() {
        const input = view.chatPage.composer.input
        let hint = null
        const all = input.parent.children
        for (let i = 0; i < all.length; ++i) if (all[i] !== input && all[i].text) hint = all[i]
        verify(hint)
        const caret = input.cursorRectangle
        verify(Math.abs(hint.y + hint.height / 2 - input.y - caret.y - caret.height / 2) < 1, hint.y + " beside " + caret.y)
    }
    function test_escapeStopsAndTheButtonDoes() {
        fill()
        view.app.chat.state = ChatController.Generating
        keyClick(Qt.Key_Escape)
        compare(last(view.app.chat.calls), ["stop"])
        mouseClick(named("Stop the reply"))
        compare(view.app.chat.calls.length, 2)
    }
    function test_composerGrowsToAThird() {
        const before = view.chatPage.composer.height
        compare(before, 80)
        view.chatPage.composer.input.text = "line\n".repeat(4)
        compare(view.chatPage.composer.height, before + 4 * 24)
        view.chatPage.composer.input.text = "line\n".repeat(80)
        verify(view.chatPage.composer.height <= view.height / 3 + 1)
    }
    function test_repliesOfOtherChatsAreShownAndStopped() {
        const list = view.app.conversations
        list.rows = [{ conversationId: 3, title: "Restic", section: "Today", current: true },
                     { conversationId: 4, title: "Report", section: "Today", busy: true }]
        tryVerify(() => named("Report, answering"))
        verify(!named("Stop all replies"))
        list.busy.count = 2
        tryVerify(() => named("2 chats are replying"))
        mouseClick(named("Stop all replies"))
        compare(last(list.busy.calls), ["stopAll"])
        list.busy.count = 0
        tryVerify(() => !named("Stop all replies"))
        // The menu of a row that is not busy does not offer it.
        const overlay = view.T.Overlay.overlay
        mouseClick(named("Restic"), 40, 14, Qt.RightButton)
        tryVerify(() => named("Rename", overlay))
        verify(!named("Stop the reply", overlay))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("Rename", overlay))
        mouseClick(named("Report, answering"), 40, 14, Qt.RightButton)
        tryVerify(() => named("Stop the reply", overlay)?.menu.opened ?? false)
        mouseClick(named("Stop the reply", overlay))
        compare(last(list.busy.calls), ["stop", 4])
    }
    function test_answersAreComparedFromTheComposer() {
        type("hello")
        const overlay = view.T.Overlay.overlay
        const button = named("Sampling preset: " + view.app.sampling.presetName)
        mouseClick(button)
        tryVerify(() => named("Compare answers…", overlay)?.menu.opened ?? false)
        // The menu is above its button when it opens for the first time, too.
        const entry = named("All sampling settings", overlay)
        verify(entry.mapToItem(null, 0, entry.height).y < button.mapToItem(null, 0, 0).y)
        mouseClick(named("Compare answers…", overlay))
        tryVerify(() => view.dialogs.set && view.dialogs.set.compare && view.dialogs.set.compare.opened)
        const plan = view.app.chat.comparisonPlan
        // By keys alone: the number, then what differs.
        keyClick(Qt.Key_Right)
        compare(plan.answerCount, 3)
        keyClick(Qt.Key_Tab)
        keyClick(Qt.Key_Right)
        compare(plan.difference, ComparisonPlan.Temperatures)
        const field = named("Temperature of answer 2", overlay)
        field.forceActiveFocus()
        field.text = "1.2"
        keyClick(Qt.Key_Return)
        compare(last(plan.calls), ["setTemperature", 1, 1.2])
        mouseClick(named("Compare", overlay))
        compare(last(view.app.chat.calls), ["compare", 0])
        tryVerify(() => !view.dialogs.set.compare.visible)
    }
    Component {
        id: blockModels
        MessageBlockModel {}
    }
    function startComparison(phase) {
        const text = (id, words) => blockModels.createObject(view, { rows: [{ messageId: id, kind: MessageBlockModel.Paragraph, text: words, first: true, last: true }] })
        view.app.chat.comparison.question = "Question"
        view.app.chat.comparison.rows = [{ label: "Seed 1", blocks: text(5, "one"), phase: phase, status: "61 tok/s" },
                                         { label: "Seed 2", blocks: text(6, "two"), phase: phase, status: "58 tok/s" },
                                         { label: "Seed 3", blocks: text(7, "three"), phase: phase, status: "44 tok/s" }]
        view.app.chat.comparison.running = phase === ReplyComparison.Writing
    }
    function test_comparedAnswersStandSideBySideUntilOneIsKept() {
        fill()
        const page = view.chatPage
        startComparison(ReplyComparison.Writing)
        tryVerify(() => named("Answer 3 of 3: Seed 3"))
        verify(!page.composer.visible)
        const first = named("Answer 1 of 3: Seed 1"), third = named("Answer 3 of 3: Seed 3")
        wait(50)
        verify(third.mapToItem(page, 0, 0).x > first.mapToItem(page, 0, 0).x + 300)
        verify(named("one") && named("three"))
        // Attachments of the question open as they do above a message.
        const overlay = view.T.Overlay.overlay
        verify(!named("File notes.txt, 12 tokens"))
        view.app.chat.comparison.questionFiles = "notes.txt, 12 tokens\nPassages of documents: 2"
        tryVerify(() => named("File notes.txt, 12 tokens"))
        mouseClick(named("File notes.txt, 12 tokens"))
        tryVerify(() => named("file 0", overlay))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("file 0", overlay))
        mouseClick(named("File Passages of documents: 2"))
        tryVerify(() => named("file 1", overlay))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("file 1", overlay))
        view.app.chat.comparison.questionFiles = ""
        // The ring of the keyboard does not stay at one answer while another one is pressed.
        first.focusText(false)
        verify(first.keyed)
        mouseClick(third, third.width / 2, 200)
        verify(third.keyed && !first.keyed)
        mouseClick(first, first.width / 2, 20)
        verify(first.keyed && !third.keyed)
        mouseClick(named("Stop: Seed 2"))
        compare(last(view.app.chat.comparison.calls), ["stop", 1])
        mouseClick(named("Stop all"))
        compare(last(view.app.chat.comparison.calls), ["stopAll"])
        view.app.chat.comparison.running = false
        tryVerify(() => !named("Stop all"))
        mouseClick(named("Keep this one: Seed 2"))
        compare(last(view.app.chat.comparison.calls), ["keep", 1])
        tryVerify(() => page.composer.visible && !named("Answer 1 of 3: Seed 1"))
    }
    function test_inANarrowWindowComparedAnswersAreTabs() {
        view.width = 700
        view.height = 600
        startComparison(ReplyComparison.Complete)
        tryVerify(() => named("Answer 1 of 3: Seed 1") && !named("Answer 2 of 3: Seed 2"))
        wait(50)
        mouseClick(named("Answer 2"))
        tryVerify(() => named("Answer 2 of 3: Seed 2") && !named("Answer 1 of 3: Seed 1"))
        // The keyboard goes from one to the next, and keeps one.
        const keep = named("Keep this one: Seed 2")
        keyClick(Qt.Key_Tab)
        tryVerify(() => keep.activeFocus)
        keyClick(Qt.Key_Space)
        compare(last(view.app.chat.comparison.calls), ["keep", 1])
        tryVerify(() => view.chatPage.composer.visible)
    }
    function test_aReplysMenuComparesIt() {
        fill()
        const overlay = view.T.Overlay.overlay
        mouseClick(named("More", view.chatPage.list))
        tryVerify(() => named("Compare answers…", overlay)?.menu.opened ?? false)
        mouseClick(named("Compare answers…", overlay))
        tryVerify(() => view.dialogs.set && view.dialogs.set.compare && view.dialogs.set.compare.opened)
        keyClick(Qt.Key_Escape)
        tryVerify(() => !view.dialogs.set.compare.visible)
        compare(view.app.chat.calls.length, 0)
    }
    function test_actionsUnderAReply() {
        fill()
        mouseClick(named("Regenerate"))
        compare(last(view.app.chat.calls), ["regenerate", 2])
        mouseClick(named("Previous version"))
        compare(last(view.app.chat.calls), ["select", 2, -1])
        mouseClick(named("Continue"))
        compare(last(view.app.chat.calls), ["continueReply", 2])
        // A reply that others follow has nothing to continue.
        view.app.chat.messages.change(3, "lastMessage", false)
        tryVerify(() => named("Regenerate") && !named("Continue"))
    }
    function findText(text, root) {
        const start = root ?? view.contentItem
        if (start.visible && start.text === text) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = findText(text, start.children[i])
            if (found) return found
        }
        return null
    }
    function test_theSettingsOpenWhereTheyWereClosed() {
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        compare(view.dialogs.set.settings.page, 0)
        view.dialogs.set.settings.page = 3
        view.dialogs.set.settings.close()
        tryVerify(() => !view.dialogs.set.settings.visible)
        mouseClick(named("Settings"))
        tryVerify(() => view.dialogs.set.settings.opened)
        compare(view.dialogs.set.settings.page, 3)
    }
    function test_filesThatHoverAreAnnounced() {
        const words = "Drop files to attach them; models are added to yours"
        compare(named(words), null)
        const dragged = Qt.createQmlObject('import QtQuick; Item { width: 10; height: 10; Drag.dragType: Drag.Internal; Drag.keys: ["text/uri-list"] }', view.contentItem)
        dragged.Drag.active = true
        dragged.x = 400
        dragged.y = 300
        tryVerify(() => named(words))
        dragged.Drag.cancel()
        tryVerify(() => !named(words))
        dragged.destroy()
    }
    function test_theFirstButtonFindsAModel() {
        view.app.chat.messages.rows = []
        view.app.engine.ready = false
        view.app.start.modelName = ""
        tryVerify(() => named("Find a model"))
        compare(named("Find a model").kind, 1)
        mouseClick(named("Find a model"))
        tryVerify(() => view.dialogs.set.models && view.dialogs.set.models.opened)
        compare(view.dialogs.set.models.tab, 1)
    }
    function test_menusAreAsWideAsTheirTexts() {
        const row = named("Report")
        mouseClick(row, row.width / 2, row.height / 2, Qt.RightButton)
        const items = []
        const collect = start => {
            if (start.visible && start.Accessible && start.Accessible.role === Accessible.MenuItem) items.push(start)
            for (let i = 0; i < start.children.length; ++i) collect(start.children[i])
        }
        tryVerify(() => { items.length = 0; collect(view.contentItem.parent); return items.length > 3 })
        for (const item of items) verify(item.width >= item.implicitWidth, item.text)
    }
    function test_theScaleHasKeys() {
        keyClick(Qt.Key_Plus, Qt.ControlModifier)
        keyClick(Qt.Key_Equal, Qt.ControlModifier)
        keyClick(Qt.Key_Minus, Qt.ControlModifier)
        keyClick(Qt.Key_0, Qt.ControlModifier)
        compare(view.app.settings.look.scaleCalls, [["step", 1], ["step", 1], ["step", -1], ["step", 0]])
    }
    function test_aRestartKeepsThePlace() {
        view.app.chat.conversationId = 4
        view.app.settings.look.scale = 1.5
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        view.dialogs.set.settings.page = 1
        const overlay = view.dialogs.set.settings.contentItem
        tryVerify(() => named("Restart now", overlay))
        mouseClick(named("Restart now", overlay))
        compare(view.app.settings.look.scaleCalls[0].slice(0, 3), ["prepareRestart", 4, 0])
        tryVerify(() => !view.visible)
    }
    function test_continueHasAKey() {
        fill()
        keyClick(Qt.Key_E, Qt.ControlModifier)
        compare(last(view.app.chat.calls), ["continueReply", 2])
    }
    // A model says where it runs, whole or in its tip, and never in part.
    function test_theDeviceIsNotCut_data() {
        return [{ tag: "wide", width: 1280, shown: true }, { tag: "small", width: 800, shown: false }]
    }
    function test_theDeviceIsNotCut(data) {
        view.width = data.width
        view.height = 600
        view.app.engine.modelName = "SmolLM2 135M Instruct"
        view.app.engine.device.text = "CPU · 8 threads, AVX-512 and AMX"
        wait(50)
        function noted(item) {
            if (item.text === view.app.engine.device.text && item.elide !== undefined) return item
            for (let i = 0; i < item.children.length; ++i) { const found = noted(item.children[i]); if (found) return found }
            return null
        }
        const button = view.picker.parent
        const note = noted(button.contentItem)
        if (data.shown) verify(note.visible)
        verify(!note.visible || note.mapToItem(button, note.width, 0).x <= button.width)
    }
    function test_aMeterTellsMoreWhenItIsPointedAt() {
        view.chatPage.composer.focusInput()
        const meter = named("Memory: 4.6 weights, 1.0 KV, 6.1 GB free")
        const all = () => named("GPU · 33/33 layers", view.contentItem.parent)
        mouseMove(meter, 20, 20)
        tryVerify(() => all() && all().visible)
        // The keys stay where they are.
        verify(view.chatPage.composer.input.activeFocus)
        mouseMove(view.contentItem, 600, 600)
        tryVerify(() => !all())
        mouseClick(meter)
        tryVerify(() => all())
        keyClick(Qt.Key_Escape)
        tryVerify(() => !all())
    }
    function test_editingMakesASibling() {
        fill()
        view.app.chat.draft.text = "my draft"
        keyClick(Qt.Key_Up, Qt.ControlModifier)
        compare(view.chatPage.composer.editedMessage, 1)
        compare(view.chatPage.composer.input.text, "text of 1")
        compare(view.app.chat.draft.text, "my draft")
        type("!")
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["edit", 1, "text of 1!"])
        compare(view.chatPage.composer.input.text, "my draft")
    }
    function test_escapeGivesUpEditing() {
        fill()
        keyClick(Qt.Key_Up, Qt.ControlModifier)
        keyClick(Qt.Key_Escape)
        verify(!view.chatPage.composer.editing)
        compare(view.app.chat.calls.length, 0)
    }
    function test_shortcuts_data() {
        return [{ tag: "new chat", key: Qt.Key_N, call: ["create"] }]
    }
    function test_shortcuts(data) {
        keyClick(data.key, Qt.ControlModifier)
        compare(last(view.app.conversations.calls), data.call)
    }
    function test_dialogsOpenAndCloseByKey_data() {
        return [{ tag: "search", key: Qt.Key_K, item: set => set.search }, { tag: "models", key: Qt.Key_M, item: set => set.models },
                { tag: "settings", key: Qt.Key_Comma, item: set => set.settings }, { tag: "shortcuts", key: Qt.Key_Slash, item: set => set.shortcuts }]
    }
    function test_dialogsOpenAndCloseByKey(data) {
        keyClick(data.key, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set && data.item(view.dialogs.set) && data.item(view.dialogs.set).opened)
        keyClick(Qt.Key_Escape)
        tryVerify(() => !data.item(view.dialogs.set).visible)
        tryVerify(() => view.chatPage.composer.input.activeFocus)
    }
    function test_theProgramEndsBehindAnOpenDialogToo() {
        view.dialogs.showModels(0)
        tryVerify(() => view.dialogs.set && view.dialogs.set.models && view.dialogs.set.models.opened)
        keyClick(Qt.Key_Q, Qt.ControlModifier)
        tryVerify(() => !view.visible)
    }
    // A fading dialog holds back no keys.
    function test_aKeyRightAfterEscapeCounts_data() {
        return [{ tag: "models", open: () => view.dialogs.showModels(2) }, { tag: "settings", open: () => view.dialogs.showSettings(1) },
                { tag: "search", open: () => view.dialogs.showSearch() }, { tag: "trash", open: () => view.dialogs.showTrash() },
                { tag: "link", open: () => view.dialogs.askLink("https://example.org/") }, { tag: "picker", open: () => view.picker.open() }]
    }
    function test_aKeyRightAfterEscapeCounts(data) {
        data.open()
        wait(300)
        keyClick(Qt.Key_Escape)
        keyClick(Qt.Key_Slash, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set && view.dialogs.set.shortcuts && view.dialogs.set.shortcuts.opened)
        keyClick(Qt.Key_Escape)
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        keyClick(Qt.Key_Escape)
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings.opened)
    }
    function test_keysWorkAfterTheLastServerIsRemoved() {
        view.dialogs.showModels(2)
        tryVerify(() => view.dialogs.set.models.opened)
        const overlay = view.dialogs.set.models.contentItem
        for (let left = 2; left > 0; --left) {
            compare(view.app.endpoints.count, left)
            mouseClick(named("Remove", overlay))
        }
        verify(named("Remove", overlay) === null)
        tryVerify(() => named("Servers", overlay).activeFocus)
        keyClick(Qt.Key_Escape)
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
    }
    function test_devicesAreReadWhileSomebodyLooks() {
        const watch = view.app.machineWatch
        compare(watch.watchers, [])
        view.dialogs.showSettings(4)
        const overlay = view.dialogs.set.settings.contentItem
        tryVerify(() => named("In use: 87 %", overlay) !== null)
        verify(named("Memory: 6.3 of 12.0 GB", overlay) !== null)
        compare(watch.watchers, ["page"])
        compare(view.app.sandbox.asked, 1)
        verify(named("Sandbox for pictures: " + view.app.sandbox.text, overlay) !== null)
        verify(named("Model: " + view.app.engine.device.placeText, overlay) !== null)
        const note = "No process could be started for the model."
        verify(named("Embedding model: " + note, overlay) === null)
        view.app.documentVectors.placeNote = note
        verify(named("Embedding model: " + note, overlay) !== null)
        view.dialogs.set.settings.page = 0
        tryCompare(watch, "watchers", [])
    }
    function test_theMachineIsCheckedAndTheCheckCancelled() {
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        view.dialogs.set.settings.page = 3
        const overlay = view.dialogs.set.settings.contentItem
        tryVerify(() => named("Run again", overlay) !== null)
        mouseClick(named("Run again", overlay))
        compare(view.app.machine.calls, [["start"]])
        mouseClick(named("Cancel", overlay))
        compare(last(view.app.machine.calls), ["cancel"])
    }
    function test_cardsAreTicked() {
        view.app.cards.rows = [{ number: 0, name: "GeForce RTX 4090", totalBytes: 24 * 1073741824, freeBytes: 20 * 1073741824 },
                               { number: 1, name: "GeForce RTX 3060", totalBytes: 12 * 1073741824 }]
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        view.dialogs.set.settings.page = 3
        const overlay = view.dialogs.set.settings.contentItem
        tryVerify(() => named("0 · GeForce RTX 4090: 20.0 GB of 24.0 GB free", overlay) !== null)
        verify(view.app.cards.refreshed > 0)
        mouseClick(named("0 · GeForce RTX 4090: 20.0 GB of 24.0 GB free", overlay))
        compare(view.app.settings.engine.cards, [0])
        mouseClick(named("1 · GeForce RTX 3060: 12.0 GB", overlay))
        compare(view.app.settings.engine.cards, [0, 1])
        // The split of a model is asked about if there are several graphics cards.
        const split = named("On several cards", overlay, Accessible.ComboBox)
        compare(split.currentIndex, 0)
        split.activated(2)
        compare(view.app.settings.engine.cardSplit, 2)
        mouseClick(named("0 · GeForce RTX 4090: 20.0 GB of 24.0 GB free", overlay))
        compare(view.app.settings.engine.cards, [1])
        compare(named("On several cards", overlay, Accessible.ComboBox), null)
    }
    function test_searchFindsAndGoesToAMessage() {
        view.app.search.rows = [{ conversationId: 4, messageId: 7, title: "Report", snippet: "a <mark>match</mark>" },
                                { conversationId: 3, messageId: 2, title: "Restic", snippet: "another" }]
        keyClick(Qt.Key_K, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.search.opened)
        type("match")
        compare(view.app.search.query, "match")
        keyClick(Qt.Key_Down)
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["openAt", 3, 2])
        tryVerify(() => !view.dialogs.set.search.visible)
    }
    function test_searchOffersTheRecentChats() {
        view.app.search.recent = true
        view.app.search.titleCount = 1
        view.app.search.rows = [{ conversationId: 4, messageId: 0, author: "chat", title: "Report", snippet: "Report", section: "0\nRecent chats\n", when: "yesterday" }]
        keyClick(Qt.Key_K, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.search.opened)
        // Matches of the last search may have been deleted since.
        compare(view.app.search.calls, [["refresh"]])
        verify(named("Recent chats", view.dialogs.set.search.contentItem))
        keyClick(Qt.Key_Return)
        compare(last(view.app.conversations.calls), ["open", 4])
    }
    function test_searchCountsWhatItFound() {
        keyClick(Qt.Key_K, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.search.opened)
        const overlay = view.dialogs.set.search
        view.app.search.rows = [{ conversationId: 4, title: "Report", snippet: "Report", author: "chat" }, { conversationId: 4, messageId: 2, title: "Report", snippet: "report" },
                                { conversationId: 3, messageId: 1, title: "Restic", snippet: "report" }]
        view.app.search.titleCount = 1
        compare(overlay.summaryText(), "1 title, 2 messages in 2 chats, 3 ms")
        view.app.search.more = true
        compare(overlay.summaryText(), "1 title, the newest 2 messages, 3 ms")
    }
    function test_sidebar() {
        mouseClick(named("Report"))
        compare(last(view.app.conversations.calls), ["open", 4])
        mouseClick(named("Hide the sidebar"))
        verify(!view.app.settings.window.sidebarVisible)
        verify(named("Show the sidebar"))
        keyClick(Qt.Key_B, Qt.ControlModifier)
        verify(view.app.settings.window.sidebarVisible)
    }
    function test_conversationsByKeyboard() {
        const list = named("Chats")
        list.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Down)
        keyClick(Qt.Key_Delete)
        compare(last(view.app.conversations.calls), ["remove", 4])
        keyClick(Qt.Key_F2)
        tryVerify(() => named("Title"))
        keyClick("a")
        keyClick(Qt.Key_Return)
        tryVerify(() => last(view.app.conversations.calls)[0] === "rename")
        compare(last(view.app.conversations.calls), ["rename", 4, "a"])
    }
    // While the list makes another row the current one, it takes the focus from the field; rows that changed then would
    // leave it with none, and end the program.
    function test_aTitleIsKeptOnceTheFocusHasMoved() {
        const list = named("Chats")
        const conversations = view.app.conversations
        const renames = () => conversations.calls.filter(call => call[0] === "rename")
        list.renamed = 3
        tryVerify(() => named("Title") && named("Title").activeFocus)
        type("new")
        conversations.open(4)
        verify(!named("Title").activeFocus)
        compare(renames(), [])
        tryVerify(() => renames().length > 0)
        compare(renames(), [["rename", 3, "new"]])
        tryVerify(() => !named("Title"))
    }
    function test_titlesThatAreGivenUpStay() {
        const list = named("Chats")
        list.renamed = 3
        tryVerify(() => named("Title"))
        type("new")
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("Title"))
        wait(0)
        // An empty title changes none.
        compare(view.app.conversations.calls.filter(call => call[0] === "rename" && call[2] !== ""), [])
    }
    function test_folders() {
        view.app.conversations.rows = [{ conversationId: 0, title: "Allotment", folder: "Allotment", isFolder: true, folderCount: 6, section: "Folders" },
                                       { conversationId: 3, title: "Restic", section: "Today", current: true }]
        tryVerify(() => named("Folder Allotment, 6 chats"))
        mouseClick(named("Folder Allotment, 6 chats"))
        compare(last(view.app.conversations.calls), ["toggleFolder", "Allotment"])
        view.dialogs.showFolder(3, "")
        tryVerify(() => view.dialogs.set.folder.opened)
        type("new")
        keyClick(Qt.Key_Return)
        compare(last(view.app.conversations.calls), ["moveToFolder", 3, "new"])
        tryVerify(() => !view.dialogs.set.folder.visible)
        view.dialogs.showFolder(0, "Allotment")
        tryVerify(() => view.dialogs.set.folder.opened)
        type("x")
        keyClick(Qt.Key_Return)
        compare(last(view.app.conversations.calls), ["renameFolder", "Allotment", "x"])
    }
    function test_trash() {
        view.app.trash.rows = [{ conversationId: 5, title: "Roof quote", when: "Deleted today" }]
        mouseClick(named("Trash"))
        tryVerify(() => view.dialogs.set.trash.opened)
        compare(last(view.app.trash.calls), ["reload"])
        const trash = view.dialogs.set.trash.contentItem
        // Erasing asks; what is at hand first is to keep the chat.
        keyClick(Qt.Key_Delete)
        tryVerify(() => named("Keep it", trash))
        keyClick(Qt.Key_Space)
        compare(last(view.app.trash.calls), ["reload"])
        keyClick(Qt.Key_Delete)
        keyClick(Qt.Key_Tab)
        keyClick(Qt.Key_Space)
        compare(last(view.app.trash.calls), ["erase", 5])
        mouseClick(named("Erase all", trash))
        tryVerify(() => named("Keep them", trash).activeFocus)
        keyClick(Qt.Key_Space)
        compare(last(view.app.trash.calls), ["erase", 5])
        keyClick(Qt.Key_Return)
        compare(last(view.app.trash.calls), ["restore", 5])
        tryVerify(() => !view.dialogs.set.trash.visible)
    }
    function test_aDoubleClickErasesNothing() {
        view.app.trash.rows = [{ conversationId: 5, title: "Roof quote", when: "Deleted today" }]
        mouseClick(named("Trash"))
        tryVerify(() => view.dialogs.set.trash.opened)
        const trash = view.dialogs.set.trash.contentItem
        const before = view.app.trash.calls.length
        mouseDoubleClickSequence(named("Erase all", trash))
        tryVerify(() => named("Keep them", trash).activeFocus)
        compare(view.app.trash.calls.length, before)
        mouseClick(named("Erase 1 chat for good", trash))
        compare(view.app.trash.calls.length, before)
        wait(Application.styleHints.mouseDoubleClickInterval + 300)
        mouseClick(named("Erase 1 chat for good", trash))
        compare(last(view.app.trash.calls), ["eraseAll"])
        keyClick(Qt.Key_Escape)
        tryVerify(() => !view.dialogs.set.trash.visible)
    }
    function test_aMissingModelsFolderIsSaid() {
        view.app.modelsFolder.calls = []
        view.app.modelsFolder.missing = "Your models folder, /media/disk, is not there."
        tryVerify(() => named(view.app.modelsFolder.missing))
        mouseClick(named("Try again"))
        compare(view.app.modelsFolder.calls, [["tryAgain"]])
        verify(named("Choose another folder"))
        mouseClick(named("Close the notice"))
        tryVerify(() => !named(view.app.modelsFolder.missing))
        view.app.modelsFolder.missing = ""
    }
    function test_narrowWindowHidesTheColumns() {
        view.app.settings.window.panelVisible = true
        tryVerify(() => named("Settings of this chat", view.contentItem))
        view.width = 800
        tryVerify(() => view.narrow)
        verify(!view.sidebarDocked)
        verify(!view.panelDocked)
        mouseClick(named("Show the sidebar"))
        tryVerify(() => named("Chats"))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("Chats"))
    }
    function test_samplingPanel() {
        keyClick(Qt.Key_J, Qt.ControlModifier)
        verify(view.app.settings.window.panelVisible)
        tryVerify(() => named("Pick a random seed and keep it"))
        mouseClick(named("Pick a random seed and keep it"))
        compare(view.app.sampling.seed, "271828")
        tryCompare(named("Seed"), "text", "271828")
    }
    function test_guessingAhead() {
        view.app.settings.window.panelTab = 1
        keyClick(Qt.Key_J, Qt.ControlModifier)
        tryVerify(() => named("From the text itself"))
        const choice = named("From the text itself")
        verify(choice.Accessible.checked)
        pick(named("Off"))
        compare(view.app.settings.engine.promptLookup, false)
        tryVerify(() => !choice.Accessible.checked)
        pick(choice)
        compare(view.app.settings.engine.promptLookup, true)
        // A model that cannot says so, and offers nothing.
        view.app.engine.speculation.possible = false
        tryVerify(() => !choice.enabled)
    }
    // Models with a layer for it guess by themselves unless told otherwise.
    function test_ownGuesses() {
        view.app.engine.speculation.hasMtp = true
        view.app.settings.window.panelTab = 1
        keyClick(Qt.Key_J, Qt.ControlModifier)
        tryVerify(() => named("By the model itself"))
        const own = named("By the model itself"), text = named("From the text itself")
        verify(own.Accessible.checked && !text.Accessible.checked)
        pick(text)
        compare(view.app.settings.engine.ownGuesses, false)
        compare(view.app.settings.engine.promptLookup, true)
        tryVerify(() => text.Accessible.checked && !own.Accessible.checked)
        pick(own)
        compare(view.app.settings.engine.ownGuesses, true)
        pick(named("Off"))
        compare(view.app.settings.engine.promptLookup, false)
        tryVerify(() => !own.Accessible.checked)
    }
    function test_draftModel() {
        const engine = view.app.engine
        view.app.settings.window.panelTab = 1
        keyClick(Qt.Key_J, Qt.ControlModifier)
        tryVerify(() => named("With a draft model"))
        const choice = named("With a draft model")
        // Nothing that fits is installed.
        verify(!choice.enabled)
        verify(named("No installed model is smaller and has the same vocabulary"))
        compare(view.app.drafts.calls, [["look"]])
        view.app.drafts.rows = [{ path: "/models/small.gguf", name: "Small 1B Q4_K_M", bytes: 0.8 * engine.gb },
                                { path: "/models/middle.gguf", name: "Middle 3B Q4_K_M", bytes: 2 * engine.gb }]
        tryVerify(() => choice.enabled)
        compare(choice.figure, "+0.8 GB")
        // It is loaded with the model, so it waits for Apply.
        pick(choice)
        tryVerify(() => named("Apply"))
        verify(choice.checked)
        compare(view.app.settings.models.drafts, {})
        const picker = named("Draft model")
        tryCompare(picker, "displayText", "Small 1B Q4_K_M")
        picker.activated(1)
        tryCompare(choice, "figure", "+2.0 GB")
        mouseClick(named("Apply"))
        compare(view.app.settings.models.drafts["/models/deepseek.gguf"], "/models/middle.gguf")
        compare(last(engine.calls), ["reload"])
        engine.speculation.draftPath = "/models/middle.gguf"
        engine.memory.draftBytes = 2.1 * engine.gb
        engine.speculation.draftGain = 1.84
        engine.becameReady()
        tryVerify(() => !named("Apply"))
        compare(choice.figure, "1.8× faster · +2.1 GB")
        // Leaving it is applied too, and can be undone.
        pick(named("Off"))
        tryVerify(() => named("Undo"))
        mouseClick(named("Undo"))
        tryVerify(() => !named("Apply"))
        verify(choice.checked)
        // One that could not be used says why.
        engine.speculation.draftPath = ""
        engine.speculation.draftProblem = "The draft model has another vocabulary."
        engine.becameReady()
        tryVerify(() => named("The draft model has another vocabulary."))
    }
    function test_modelsThatSee() {
        view.dialogs.showModels(0)
        tryVerify(() => view.dialogs.set.models && view.dialogs.set.models.opened)
        const overlay = view.dialogs.set.models.contentItem
        mouseClick(named("Gemma 3 12B, Q4_K_M, 7.3 GB · Fits on the GPU, loads in 3 s, Sees pictures", overlay))
        tryVerify(() => named("Sees pictures", overlay))
        verify(!named("Download it", overlay))
        // One that could, but came without the part for that.
        mouseClick(named("Mistral Small 3.2 24B, IQ4_XS, 12.8 GB · 26 of 41 layers, loads in 6 s", overlay))
        tryVerify(() => named("Download it", overlay))
        compare(view.app.visionDownload.path, "/models/mistral.gguf")
        mouseClick(named("Download it", overlay))
        compare(last(view.app.visionDownload.calls), ["start", "Mistral Small 3.2 24B"])
        view.app.visionDownload.busy = true
        view.app.visionDownload.text = "0.4 of 0.9 GB"
        tryVerify(() => named("0.4 of 0.9 GB", overlay))
        verify(!named("Download it", overlay))
        // The list of the hub can be held to them.
        view.dialogs.set.models.tab = 1
        tryVerify(() => named("Sees pictures", overlay))
        mouseClick(named("Sees pictures", overlay))
        verify(view.app.hub.seesOnly)
    }
    function test_twoModelsAsOne() {
        const route = view.app.route
        // Nothing is chosen yet: the entry leads there.
        view.picker.open()
        tryVerify(() => view.picker.opened)
        mouseClick(named("Automatic, A small model for easy requests, a large one for the rest", view.picker.contentItem))
        tryVerify(() => view.dialogs.set && view.dialogs.set.models && view.dialogs.set.models.opened)
        const overlay = view.dialogs.set.models.contentItem
        verify(!named("Load both", overlay).enabled)
        named("Small model", overlay).activated(0)
        named("Large model", overlay).activated(2)
        compare(route.smallIndex, 0)
        compare(route.largeIndex, 2)
        tryCompare(named("Large model", overlay), "displayText", "Llama 3.3 70B on rack.lan")
        mouseClick(named("Load both", overlay))
        compare(last(route.calls), ["load"])
        // Without room for both the small one is offered.
        route.problem = "Both models need 9.1 GB of memory and 7.2 GB is available."
        tryVerify(() => named(route.problem, overlay) && !named("Load both", overlay))
        mouseClick(named("Load the small one alone", overlay))
        compare(last(route.calls), ["loadSmall"])
        route.problem = ""
        route.current = true
        route.figures = "3 of 4 replies by the small model"
        tryVerify(() => named("Since they were loaded: 3 of 4 replies by the small model", overlay))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !view.dialogs.set.models.visible)
        // Chosen, the entry loads them.
        route.current = false
        route.calls = []
        view.picker.open()
        tryVerify(() => view.picker.opened)
        mouseClick(named("Automatic, " + route.summary, view.picker.contentItem))
        compare(route.calls, [["load"]])
        tryVerify(() => !view.picker.visible)
    }
    function marksIn(item) {
        const found = []
        for (let i = 0; i < item.children.length; ++i) {
            if (item.children[i].places !== undefined && item.children[i].sought !== undefined && item.children[i].editor) found.push(item.children[i])
            found.push(...marksIn(item.children[i]))
        }
        return found
    }
    function test_findInChat() {
        fill()
        keyClick(Qt.Key_F, Qt.ControlModifier)
        tryVerify(() => named("Find in this chat"))
        type("sw")
        compare(view.app.find.query, "sw")
        const list = view.chatPage.list
        compare(list.foundRow, 2)
        tryVerify(() => marksIn(list.itemAtIndex(2)).length === 1 && marksIn(list.itemAtIndex(2))[0].places.length === 1)
        compare(marksIn(list.itemAtIndex(2))[0].current, 0)
        keyClick(Qt.Key_Return, Qt.ShiftModifier)
        compare(last(view.app.find.calls), ["step", -1])
        keyClick(Qt.Key_Escape)
        compare(view.app.find.query, "")
        tryVerify(() => view.chatPage.composer.input.activeFocus)
        compare(marksIn(list.itemAtIndex(2)).length, 0)
    }
    // Every place is marked, also in cells, and the current one stands clear of the edges.
    function test_findMarksEveryPlace() {
        const rows = []
        for (let i = 0; i < 60; ++i)
            rows.push({ messageId: i, kind: MessageBlockModel.Paragraph, first: true, last: true, text: "harbour ".repeat(200) + "Harbour" })
        rows.push({ messageId: 99, kind: MessageBlockModel.Table, first: true, last: true, cells: [["a", "b"], ["harbour", "x harbour"]], alignments: [1, 1] })
        view.app.chat.messages.rows = rows
        const list = view.chatPage.list
        tryVerify(() => list.itemAtIndex(60) !== null)
        keyClick(Qt.Key_F, Qt.ControlModifier)
        for (const place of [[30, 0], [30, 200], [2, 100], [59, 200], [0, 0]]) {
            list.showFound(place[0], "harbour", place[1])
            tryVerify(() => {
                const item = list.itemAtIndex(place[0])
                if (!item || marksIn(item).length === 0) return false
                const marks = marksIn(item)[0]
                const y = item.y + item.placeOf(place[1]) - list.contentY
                return marks.places.length === 201 && marks.current === place[1] && (y >= 60 || place[0] === 0) && y + 24 <= list.height - 40
            })
        }
        list.showFound(60, "harbour", 1)
        tryVerify(() => list.itemAtIndex(60) !== null && marksIn(list.itemAtIndex(60)).length === 4)
        compare(marksIn(list.itemAtIndex(60)).map(marks => marks.places.length), [0, 0, 1, 1])
        compare(marksIn(list.itemAtIndex(60))[3].current, 0)
        verify(marksIn(list.itemAtIndex(60))[2].current !== 0)
    }
    function test_theEditedMessageIsMarked() {
        fill()
        const list = view.chatPage.list
        verify(!list.itemAtIndex(0).edited)
        keyClick(Qt.Key_Up, Qt.ControlModifier)
        verify(list.itemAtIndex(0).edited)
        verify(!list.itemAtIndex(2).edited)
        keyClick(Qt.Key_Escape)
        verify(!list.itemAtIndex(0).edited)
    }
    function test_versionArrowsStandUnderTheEdge() {
        view.app.chat.messages.rows = [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Question" },
            { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, siblingIndex: 0, siblingCount: 2 }]
        wait(50)
        const arrow = named("Next version")
        const row = view.chatPage.list.itemAtIndex(0)
        const edge = row.content.mapToItem(view.contentItem, row.content.width, 0).x
        const right = arrow.mapToItem(view.contentItem, arrow.width, 0).x
        verify(Math.abs(right - 6 - edge) < 2, right + " " + edge)
    }
    function test_theChatHasNoFrameAndTheListShowsTheKeyboard() {
        fill()
        const list = view.chatPage.list
        list.forceActiveFocus(Qt.TabFocusReason)
        const bar = list.T.ScrollBar.vertical
        verify(bar.keyed && bar.visible)
        const frames = item => {
            let found = item.border !== undefined && item.visible && item.border.width > 0 && Qt.colorEqual(item.border.color, Theme.ember) && item.width > 300 ? 1 : 0
            for (let i = 0; i < item.children.length; ++i) found += frames(item.children[i])
            return found
        }
        compare(frames(list), 0)
    }
    function test_tabIntoTheChatListShowsWhere() {
        view.app.conversations.currentId = 77
        const list = named("Chats")
        compare(list.currentIndex, -1)
        list.forceActiveFocus(Qt.TabFocusReason)
        tryCompare(list, "currentIndex", 0)
        verify(list.itemAtIndex(0).keyed)
    }
    function test_aRightClickOnAChatOnlyShowsItsMenu() {
        const row = named("Report")
        mouseClick(row, 40, 10, Qt.RightButton)
        tryVerify(() => named("Rename", view.T.Overlay.overlay))
        wait(300)
        compare(view.app.conversations.calls.filter(call => call[0] === "open").length, 0)
        keyClick(Qt.Key_Escape)
        wait(150)
        compare(view.app.conversations.calls.filter(call => call[0] === "open").length, 0)
    }
    function test_aWideTableScrollsSideways() {
        const cells = ["one", "two"].map(word => Array(12).fill(word + " and more words"))
        const rows = [{ messageId: 1, kind: MessageBlockModel.Table, first: true, last: true, cells: cells, alignments: Array(12).fill(1) }]
        for (let i = 0; i < 60; ++i) rows.push({ messageId: 2 + i, kind: MessageBlockModel.Paragraph, first: true, last: true, text: "text" })
        view.app.chat.messages.rows = rows
        const list = view.chatPage.list
        keyClick(Qt.Key_F, Qt.ControlModifier)
        list.forceActiveFocus()
        keyClick(Qt.Key_Home)
        tryVerify(() => list.itemAtIndex(0) !== null && list.contentY <= list.originY + 1)
        const table = list.itemAtIndex(0).content
        const shade = name => findChild(table, name)
        verify(table.wide)
        verify(shade("cutRight").visible && !shade("cutLeft").visible)
        const bar = table.T.ScrollBar.horizontal
        verify(bar.visible && bar.contentItem.opacity > 0.9)
        mouseWheel(table, 100, 20, 0, -240, Qt.NoButton, Qt.ShiftModifier)
        verify(table.contentX > 50)
        verify(shade("cutLeft").visible)
        const x = table.contentX, y = list.contentY
        mouseWheel(table, 100, 20, 0, -240)
        tryVerify(() => list.contentY > y)
        compare(table.contentX, x)
        tryVerify(() => !list.moving)
        table.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_End)
        verify(Math.abs(table.contentX + table.width - table.contentWidth) < 1)
        verify(!shade("cutRight").visible)
        keyClick(Qt.Key_Left)
        verify(shade("cutRight").visible)
        list.contentY = list.originY
        mouseWheel(table, 100, 20, 480, 0)
        tryVerify(() => table.contentX < table.contentWidth - table.width - 100)
    }
    function test_moreUnderAMessage() {
        fill()
        mouseClick(named("More"))
        tryVerify(() => named("Quote", view.overlay) || true)
        view.app.chat.calls = []
        keyClick(Qt.Key_Down)
        keyClick(Qt.Key_Return)
        tryVerify(() => last(view.app.calls) && last(view.app.calls)[1].startsWith("plain "))
    }
    function test_attachments() {
        const before = view.chatPage.composer.height
        view.app.chat.attachments.rows = [{ name: "report.pdf", figures: "1,204 tokens" }, { name: "notes.md", figures: "31 tokens" }]
        tryVerify(() => view.chatPage.composer.height === before + 36)
        verify(named("File report.pdf, 1,204 tokens"))
        mouseClick(named("Do not attach notes.md"))
        compare(last(view.app.chat.attachments.calls), ["remove", 1])
        verify(named("Attach files"))
    }
    function test_picturesOfTheComposer() {
        const pictures = view.app.chat.draft.pictures
        const dog = { hash: "dog", width: 640, height: 480 }
        const before = view.chatPage.composer.height
        const overlay = view.T.Overlay.overlay
        pictures.rows = [{ picture: dog, name: "dog.png", figures: "640 × 480, 256 tokens", spoken: "Picture 1 of 2, dog.png, 640 × 480, 256 tokens",
                           details: [{ detail: 0, text: "Low, 64 tokens", chosen: false }, { detail: 1, text: "Standard, 256 tokens", chosen: true },
                                     { detail: 2, text: "High, 1,024 tokens", chosen: false }] },
                         { picture: { hash: "cat", width: 10, height: 900 }, name: "cat.png", figures: "10 × 900", spoken: "Picture 2 of 2, cat.png, 10 × 900" }]
        tryVerify(() => view.chatPage.composer.height === before + 64)
        verify(view.chatPage.composer.canSend)
        const chip = named("Picture 1 of 2, dog.png, 640 × 480, 256 tokens")
        chip.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Right, Qt.ControlModifier)
        compare(last(pictures.calls), ["move", 0, 1])
        // Fewer or more tokens, where the model has a choice.
        verify(!named("Detail of cat.png"))
        mouseClick(named("Detail of dog.png"))
        tryVerify(() => named("Low, 64 tokens", overlay)?.menu.opened ?? false)
        mouseClick(named("Low, 64 tokens", overlay))
        compare(last(pictures.calls), ["setDetail", 0, 0])
        tryVerify(() => !named("Low, 64 tokens", overlay))
        chip.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Menu)
        tryVerify(() => named("High, 1,024 tokens", overlay))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("High, 1,024 tokens", overlay))
        chip.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Return)
        tryVerify(() => named("Picture 1 of 2, 640 × 480", overlay))
        keyClick(Qt.Key_Right)
        tryVerify(() => named("Picture 2 of 2, 10 × 900", overlay))
        keyClick(Qt.Key_C, Qt.ControlModifier)
        compare(last(view.app.chat.pictureFiles.calls), ["copy", "cat"])
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("Picture 2 of 2, 10 × 900", overlay))
        view.chatPage.composer.focusInput()
        mouseClick(named("Do not attach dog.png"))
        compare(last(pictures.calls), ["remove", 0])
        tryVerify(() => view.chatPage.composer.input.activeFocus)
        named("Picture 2 of 2, cat.png, 10 × 900").forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Delete)
        tryVerify(() => view.chatPage.composer.input.activeFocus)
        compare(view.chatPage.composer.height, before)
        verify(!view.chatPage.composer.canSend)
    }
    function test_aModelThatReadsTextOnlySaysSo() {
        view.app.engine.seesPictures = false
        view.app.chat.draft.pictures.rows = [{ picture: { hash: "dog", width: 640, height: 480 }, name: "dog.png" }]
        const notice = view.app.engine.modelName + " reads text only, no pictures. What you wrote stays here."
        tryVerify(() => named(notice))
        verify(!view.chatPage.composer.canSend)
        view.app.engine.abilities.visionProblem = "The vision encoder does not fit."
        tryVerify(() => named("The vision encoder does not fit."))
        wait(50)
        mouseClick(named("Remove the pictures"))
        tryVerify(() => !named("The vision encoder does not fit."))
        compare(last(view.app.chat.draft.pictures.calls), ["clear"])
        view.app.engine.abilities.visionProblem = ""
        view.app.engine.seesPictures = true
    }
    function test_picturesOfAMessage() {
        view.app.chat.messages.rows = [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Which?", pictures: [{ hash: "dog", width: 640, height: 480 }, { hash: "cat", width: 480, height: 640 }] },
            { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText }]
        tryVerify(() => named("Picture 2 of 2, 480 × 640"))
        const dog = named("Picture 1 of 2, 640 × 480"), cat = named("Picture 2 of 2, 480 × 640")
        // In one line of one height, each with its own shape.
        compare(dog.height, cat.height)
        fuzzyCompare(dog.width / dog.height, 640 / 480, 0.02)
        fuzzyCompare(cat.width / cat.height, 480 / 640, 0.02)
        const overlay = view.T.Overlay.overlay
        mouseClick(cat)
        tryVerify(() => named("Picture 2 of 2, 480 × 640", overlay))
        mouseClick(named("Save the picture as…", overlay))
        tryVerify(() => named("Save the picture", overlay))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("Save the picture", overlay))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !named("Picture 2 of 2, 480 × 640", overlay))
    }
    function test_nextTokenChart() {
        keyClick(Qt.Key_J, Qt.ControlModifier)
        tryVerify(() => named("The token before"))
        mouseClick(named("The token before"))
        compare(last(view.app.nextToken.calls), ["show", 2])
        mouseClick(named("The token after"))
        compare(last(view.app.nextToken.calls), ["show", 4])
        verify(named("·7: 83.8 percent, 60.0 without the settings"))
        verify(named("·5: cut by min-p, 3.6 percent without"))
    }
    function test_emptyChatOffersWaysOn() {
        tryVerify(() => named("Code") === null)
        const card = named("Explain a regular expression step by step")
        verify(card)
        mouseClick(card)
        verify(view.app.chat.draft.text.startsWith("Explain"))
        verify(view.chatPage.composer.input.activeFocus)
    }
    function test_errorsHaveOneButton() {
        view.app.chat.messages.rows = [{ messageId: 2, kind: MessageBlockModel.ErrorCard, first: true, last: true, text: "It stopped", body: "Why", actionText: "Try again" }]
        tryVerify(() => named("Try again"))
        mouseClick(named("Try again"))
        compare(last(view.app.chat.calls), ["retry"])
    }
    function test_inspectorOpensForAReply() {
        fill()
        view.app.inspector.tokens.rows = [{ piece: "Use", tokenId: 12, chance: 0.97, level: 0, bytes: "55 73 65" },
                                   { piece: " restic\n", tokenId: 99, chance: 0.42, level: 2, endsLine: true, bytes: "20" }]
        mouseClick(named("Open in the inspector"))
        compare(last(view.app.inspector.calls), ["inspect", 2])
        compare(view.app.settings.window.panelTab, 2)
        // It says what it shows.
        tryVerify(() => findText("To “How do I restore?”"))
        tryVerify(() => named("Tokens"))
        const list = named("Tokens")
        list.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Right)
        keyClick(Qt.Key_Right)
        compare(list.current, 1)
        compare(list.chosen.tokenId, 99)
        mouseClick(named("Use, 97 percent"))
        compare(list.current, 0)
        compare(last(view.app.inspector.alternatives.calls), ["show", 0])
        // The alternatives are open: Down and Enter branch at the second.
        tryVerify(() => view.activeFocusItem.Accessible.name.endsWith("this is what came"))
        keyClick(Qt.Key_Down)
        keyClick(Qt.Key_Return)
        compare(last(view.app.chat.calls), ["branchAt", 2, 3, 2])
        mouseClick(named("Generate again"))
        compare(last(view.app.inspector.replay.calls), ["run"])
        // A token of the prompt has no chance.
        view.app.inspector.tokens.rows = [{ piece: "user", tokenId: 3, chance: -1, level: 0, bytes: "75" }]
        tryVerify(() => named("user"))
        mouseClick(named("user"))
        tryVerify(() => findText("Token 1  ·  id 3  ·  bytes 75"))
    }
    function test_aTokenLightsUpWhatItLookedAt() {
        fill()
        const attention = view.app.inspector.attention
        view.app.inspector.tokens.rows = [{ piece: "Use", tokenId: 12, chance: 0.97, level: 0, bytes: "55 73 65" },
                                   { piece: " restic", tokenId: 99, chance: 0.42, level: 2, bytes: "20" }]
        mouseClick(named("Open in the inspector"))
        tryVerify(() => named("What a token looked at"))
        mouseClick(named("What a token looked at"))
        tryVerify(() => named("Select a token: the ones before it light up by how much it looked at each."))
        // By mouse and by keyboard, without the alternatives, which Enter still opens.
        wait(100)
        mouseClick(named(" restic, 42 percent"))
        compare(named("Tokens").current, 1)
        tryVerify(() => JSON.stringify(last(attention.calls)) === JSON.stringify(["look", 1, false]))
        keyClick(Qt.Key_Left)
        tryVerify(() => JSON.stringify(last(attention.calls)) === JSON.stringify(["look", 0, false]))
        keyClick(Qt.Key_Right)
        tryVerify(() => JSON.stringify(last(attention.calls)) === JSON.stringify(["look", 1, false]))
        compare(view.app.inspector.alternatives.calls.length, 0)
        attention.rows = [{ piece: "Use", place: "reply 1", share: 0.614, strength: 1 }, { piece: "\n", place: "prompt 3", share: 0.2, strength: 0.33 }]
        attention.strengths = [1, 0]
        attention.ready = true
        attention.revision = 1
        tryVerify(() => named("Use, reply 1, 61.4 %"))
        verify(named("↵, prompt 3, 20.0 %"))
        verify(named("Strongest links"))
        const layers = named("Layers"), heads = named("Heads")
        verify(!heads.enabled)
        layers.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Down)
        compare(attention.layer, 1)
        verify(heads.enabled)
        heads.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Down)
        compare(attention.head, 1)
        attention.problem = "No model is loaded any more."
        tryVerify(() => named("No model is loaded any more."))
        mouseClick(named("How sure it was"))
        compare(last(attention.calls), ["look", -1, false])
    }
    function test_picturesLightUpWhereATokenLooked() {
        fill()
        const attention = view.app.inspector.attention
        view.app.inspector.tokens.rows = [{ piece: "Use", tokenId: 12, chance: 0.97, level: 0, bytes: "55 73 65" }]
        mouseClick(named("Open in the inspector"))
        tryVerify(() => named("What a token looked at"))
        mouseClick(named("What a token looked at"))
        wait(100)
        attention.pictures.rows = [
            { picture: { hash: "dog", width: 400, height: 200 }, cells: [0, 0, 0.5, 1, 1, 0.5, 0, 0.5, 1, 0], figures: "2 tokens, 2 × 1  ·  12.0 %",
              place: "Looked most at the left, 12.0 %", spoken: "Picture 1 of 2, 2 tokens" },
            { picture: { hash: "damaged", width: 30, height: 600 }, spoken: "Picture 2 of 2" }]
        attention.pictures.shares = ["12.0 %", ""]
        compare(named("Picture 1 of 2, 2 tokens"), null)
        mouseClick(named("Use, 97 percent"))
        tryVerify(() => named("Picture 1 of 2, 2 tokens"))
        verify(findText("Looked most at the left, 12.0 %"))
        // Its shape stays, within the width of the panel and a height that leaves room for the rest.
        const first = named("Picture 1 of 2, 2 tokens")
        compare(first.children[0].width, 2 * first.children[0].height)
        verify(first.children[0].width <= first.width)
        const second = named("Picture 2 of 2").children[0]
        verify(second.height >= 48 && second.height <= 240)
        compare(Math.round(second.height / 20), second.width)
        // One that cannot be read is shown as such.
        tryVerify(() => findText("This picture is not stored any more, or damaged."))
        mouseMove(first.children[0], 20, 20)
        tryVerify(() => findText("12.0 %"))
    }
    function test_picturesStayInSightUnderALongReply() {
        fill()
        const attention = view.app.inspector.attention
        const words = []
        for (let i = 0; i < 600; ++i) words.push({ piece: " word", tokenId: i, chance: 0.97, level: 0, bytes: "20" })
        view.app.inspector.tokens.rows = [{ piece: "Use", tokenId: 12, chance: 0.97, level: 0, bytes: "55 73 65" }, ...words]
        mouseClick(named("Open in the inspector"))
        tryVerify(() => named("What a token looked at"))
        mouseClick(named("What a token looked at"))
        wait(100)
        attention.pictures.rows = [
            { picture: { hash: "dog", width: 400, height: 200 }, spoken: "Picture 1 of 2" },
            { picture: { hash: "cat", width: 400, height: 200 }, spoken: "Picture 2 of 2" }]
        mouseClick(named("Use, 97 percent"))
        tryVerify(() => named("Picture 1 of 2"))
        const first = named("Picture 1 of 2").children[0]
        const bottom = () => first.mapToItem(null, 0, first.height).y
        tryVerify(() => bottom() > 0 && bottom() < view.height)
        // The tokens have the larger part, and the light moves to the picture that was looked at most.
        verify(first.mapToItem(null, 0, 0).y > view.height / 2)
        attention.pictures.mostSeen = 1
        const second = named("Picture 2 of 2").children[0]
        tryVerify(() => second.mapToItem(null, 0, second.height).y < view.height)
        named("How sure it was").clicked()
        tryVerify(() => named("Picture 1 of 2") === null)
    }
    function test_problemsAreShownOverAnyPage() {
        fill()
        view.app.errorRaised("This was not saved", "The disk is full.")
        verify(named("This was not saved. The disk is full."))
        // A later save shows that it works again.
        view.app.chat.saved()
        compare(named("This was not saved. The disk is full."), null)
        view.app.errorRaised("This was not saved", "The disk is full.")
        tryVerify(() => named("This was not saved. The disk is full."))
        mouseClick(named("Close the notice"))
        tryVerify(() => !named("This was not saved. The disk is full."))
        view.app.engine.errorText = "This file is cut off."
        tryVerify(() => named("This file is cut off."))
        mouseClick(named("Choose another model"))
        tryVerify(() => view.picker.opened)
    }
    function test_undoFollowsTheChosenKeys() {
        view.app.toasts.message = "Moved"
        view.app.toasts.actionText = "Undo"
        verify(view.chatPage.composer.input.activeFocus)
        view.app.keys.sequences = Object.assign({}, view.app.keys.sequences, { undo: "Ctrl+Shift+Z" })
        keyClick(Qt.Key_Z, Qt.ControlModifier)
        compare(view.app.toasts.calls.length, 0)
        keyClick(Qt.Key_Z, Qt.ControlModifier | Qt.ShiftModifier)
        compare(last(view.app.toasts.calls), ["act"])
    }
    function test_withoutAModelTheLastOneIsOffered() {
        view.app.engine.ready = false
        tryVerify(() => named("No model is loaded"))
        mouseClick(named("Load DeepSeek R1 Distill 8B"))
        compare(last(view.app.start.calls), ["loadLast"])
        view.app.start.modelName = ""
        tryVerify(() => named("Choose a model to begin"))
        compare(named("Load "), null)
    }
    function test_thePagesOfTheSettings() {
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        const overlay = view.dialogs.set.settings.contentItem
        mouseClick(named("A new chat", overlay))
        verify(!view.app.settings.chats.openLastChat)
        mouseClick(named("Models folder", overlay))
        tryVerify(() => named("Measure", overlay))
        mouseClick(named("Measure", overlay))
        mouseClick(named("Show", overlay))
        mouseClick(named("Use it", overlay))
        compare(view.app.modelsFolder.calls, [["measure"], ["show"], ["useStandard"]])
        mouseClick(named("Engine", overlay))
        tryVerify(() => named("Load the last model on startup", overlay))
        mouseClick(named("Load the last model on startup", overlay))
        verify(!view.app.settings.chats.startLastModel)
        mouseClick(named("Copy the report", overlay))
        compare(last(view.app.calls), ["copyText", "report"])
    }
    function openSettings() {
        keyClick(Qt.Key_Comma, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.settings && view.dialogs.set.settings.opened)
        return view.dialogs.set.settings.contentItem
    }
    function test_deletingAllChatsNamesHowManyAndAsks() {
        const overlay = openSettings()
        // Two clicks in a row would be a double click.
        const toEnd = item => {
            wait(600)
            for (let up = item; up; up = up.parent) if (up.contentY !== undefined) up.contentY = Math.max(0, up.contentHeight - up.height)
            return item
        }
        mouseClick(toEnd(named("Delete all", overlay)))
        tryVerify(() => named("Delete 2 chats", overlay))
        verify(!view.app.conversations.calls.some(call => call[0] === "removeAll"))
        // The one that changes nothing has the keyboard.
        compare(view.activeFocusItem.Accessible.name, "Cancel")
        keyClick(Qt.Key_Space)
        tryVerify(() => named("Delete all", overlay))
        mouseDoubleClickSequence(named("Delete all", overlay))
        verify(!view.app.conversations.calls.some(call => call[0] === "removeAll"))
        wait(50)
        if (named("Delete all", overlay)) mouseClick(toEnd(named("Delete all", overlay)))
        toEnd(named("Delete 2 chats", overlay)).forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Space)
        compare(last(view.app.conversations.calls), ["removeAll"])
    }
    function test_theKeysForComparingOpenItsQuestions() {
        keyClick(Qt.Key_R, Qt.ControlModifier | Qt.ShiftModifier)
        wait(50)
        verify(!view.dialogs.set || !view.dialogs.set.compare || !view.dialogs.set.compare.opened, "there is nothing to answer")
        fill()
        keyClick(Qt.Key_R, Qt.ControlModifier | Qt.ShiftModifier)
        tryVerify(() => view.dialogs.set && view.dialogs.set.compare && view.dialogs.set.compare.opened)
        compare(view.dialogs.set.compare.messageId, 0)
        view.dialogs.set.compare.close()
    }
    function test_allChatsAreDeletedWithTheMouse() {
        const overlay = openSettings()
        const toEnd = item => {
            for (let up = item; up; up = up.parent) if (up.contentY !== undefined) up.contentY = Math.max(0, up.contentHeight - up.height)
            return item
        }
        mouseClick(toEnd(named("Delete all", overlay)))
        tryVerify(() => named("Delete 2 chats", overlay))
        // Longer than a double click takes.
        wait(800)
        mouseClick(toEnd(named("Delete 2 chats", overlay)))
        compare(last(view.app.conversations.calls), ["removeAll"])
        tryVerify(() => named("Delete all", overlay))
    }
    function test_aFormulaIsLaidOutWhenItsClosingMarkArrives() {
        const rows = (source, open) => [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Question" },
            { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
            { messageId: 2, kind: MessageBlockModel.Math, first: true, last: true, lastMessage: true, streaming: true, open: open, text: "x = a/b", source: source }]
        const laidOut = item => {
            if (item.laidOut === true && item.visible) return true
            for (let i = 0; i < item.children.length; ++i) if (laidOut(item.children[i])) return true
            return false
        }
        view.app.chat.messages.rows = rows("x = \\frac{a}{b}\n", true)
        tryVerify(() => named("Formula: x = a/b"))
        verify(!laidOut(named("Formula: x = a/b")))
        view.app.chat.messages.rows = rows("x = \\frac{a}{b}", false)
        tryVerify(() => named("Formula: x = a/b") && laidOut(named("Formula: x = a/b")))
    }
    function test_importsShowHowFarTheyAreAndCanBeEnded() {
        view.app.exchange.progressText = "Importing chats: 1,204 of 10,000"
        tryVerify(() => named("Importing chats: 1,204 of 10,000"))
        mouseClick(named("Cancel"))
        compare(last(view.app.exchange.calls), ["cancel"])
        tryVerify(() => named("Importing chats: 1,204 of 10,000") === null)
    }
    function test_aChatIsDuplicated() {
        const list = named("Chats")
        list.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Menu)
        keyClick(Qt.Key_Down)
        tryVerify(() => view.activeFocusItem !== null)
        for (let i = 0; i < 6 && view.activeFocusItem.text !== "Duplicate"; ++i) keyClick(Qt.Key_Down)
        keyClick(Qt.Key_Return)
        compare(last(view.app.exchange.calls), ["duplicate", 3])
    }
    function test_anErrorMovesNoFieldOfAServer() {
        view.dialogs.showModels(2)
        tryVerify(() => view.dialogs.set.models.opened)
        const overlay = view.dialogs.set.models.contentItem
        const places = () => ["Name", "Address", "Key", "Test"].map(name => named(name, overlay).mapToItem(overlay, 0, 0).y)
        const before = places()
        view.app.endpoints.problem = "“x” is not a valid address. An address looks like http://rack.lan:8000/v1."
        mouseClick(named("Save and test", overlay))
        tryVerify(() => named("“x” is not a valid address. An address looks like http://rack.lan:8000/v1.", overlay))
        compare(places(), before)
    }
    function test_withoutTheGpuEngineNothingIsCheckedAgain() {
        view.app.engine.device.reason = "This copy of Hearth was built without its GPU engine."
        view.app.engine.device.canCheckAgain = true
        tryVerify(() => named("Check again"))
        view.app.engine.device.canCheckAgain = false
        tryVerify(() => named("Check again") === null)
    }
    function test_automaticThreadsAreNoZero() {
        const overlay = openSettings()
        view.dialogs.set.settings.page = 3
        tryVerify(() => named("CPU threads, 0 for automatic", overlay))
        const field = named("CPU threads, 0 for automatic", overlay)
        view.app.settings.engine.threads = 0
        compare(field.text, "auto")
        field.forceActiveFocus()
        compare(field.text, "0")
        view.app.settings.engine.threads = 4
        compare(field.text, "4")
    }
    function test_modelsForDocumentsAreUsedForThem() {
        view.dialogs.showModels(0)
        tryVerify(() => view.dialogs.set.models.opened)
        const overlay = view.dialogs.set.models.contentItem
        verify(named("Find documents by meaning", overlay))
        verify(named("Order passages", overlay))
        const reranker = named("bge-reranker-v2-m3, Q8_0, 636 MB · Fits, takes 0.6 GB, Orders passages", overlay)
        mouseClick(reranker)
        compare(view.app.rerankerChoice.current, 0)
        tryVerify(() => named("Use for documents", overlay))
        verify(!named("Load", overlay))
        mouseClick(named("Use for documents", overlay))
        compare(view.app.rerankerChoice.current, 1)
        verify(named(view.app.rerankerChoice.status, overlay))
        mouseClick(named("Use it no longer", overlay))
        compare(view.app.rerankerChoice.current, 0)
        const list = named("Installed models", overlay)
        list.forceActiveFocus()
        keyClick(Qt.Key_Return)
        compare(view.app.rerankerChoice.current, 1)
        keyClick(Qt.Key_Up)
        tryVerify(() => named("all-MiniLM-L6-v2, Q8_0, 25 MB · Fits, takes 0.1 GB, Finds documents by meaning, in use", overlay))
        verify(named(view.app.documentVectors.status, overlay))
    }
    function test_theDocumentsLeadToModelsForThem() {
        view.app.documentVectors.names = ["None: by words alone"]
        view.dialogs.showDocuments()
        tryVerify(() => view.dialogs.set.settings.opened)
        const settings = view.dialogs.set.settings
        tryVerify(() => named("Find an embedding model…", settings.contentItem))
        named("Find an embedding model…", settings.contentItem).clicked()
        tryVerify(() => view.dialogs.set.models && view.dialogs.set.models.opened)
        compare(last(view.app.hub.calls), "embedding")
        const overlay = view.dialogs.set.models.contentItem
        tryVerify(() => named("Models to download", overlay).activeFocus)
        compare(named("Models to download", overlay).currentIndex, 4)
        keyClick(Qt.Key_Return)
        compare(view.app.hubPage.repository, "second-state/x")
    }
    function test_aModelIsVerifiedAgainAndItsFileShown() {
        view.dialogs.showModels(0)
        tryVerify(() => view.dialogs.set.models.opened)
        const overlay = view.dialogs.set.models.contentItem
        const shown = named("Show the file", overlay)
        for (let up = shown; up; up = up.parent) if (up.contentY !== undefined) up.contentY = Math.max(0, up.contentHeight - up.height)
        mouseClick(shown)
        mouseClick(named("Verify again", overlay))
        compare(view.app.models.verifier.calls, ["show", "verify"])
    }
    function test_aboutHasTheReportTheFoldersAndTheLicences_data() { return [{ tag: "light", dark: false }, { tag: "dark", dark: true }] }
    function test_aboutHasTheReportTheFoldersAndTheLicences(data) {
        view.app.settings.look.dark = data.dark
        compare(Theme.dark, data.dark)
        view.dialogs.showSettings(0)
        tryVerify(() => view.dialogs.set && view.dialogs.set.settings && view.dialogs.set.settings.opened)
        const dialog = view.dialogs.set.settings
        mouseClick(named("About", dialog.contentItem))
        tryVerify(() => named("Copy report", dialog.contentItem))
        mouseClick(named("Copy report", dialog.contentItem))
        compare(last(view.app.calls), ["copyText", "the report of About"])
        verify(named("Copied", dialog.contentItem))
        mouseClick(named("Open the data folder", dialog.contentItem))
        mouseClick(named("Open the log folder", dialog.contentItem))
        compare(view.app.about.calls, [["openDataFolder"], ["openLogFolder"]])
        // By keyboard: Tab brings the row into sight, Enter opens the text over the settings, Escape closes it alone.
        const read = named("Read the licence of Qt", dialog.contentItem)
        read.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Return)
        tryVerify(() => dialog.licence && dialog.licence.opened)
        tryVerify(() => named("Qt licence", dialog.licence.contentItem))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !dialog.licence.visible)
        verify(dialog.opened)
    }
    function test_toastUndo() {
        view.app.toasts.message = "Moved to the trash"
        view.app.toasts.actionText = "Undo"
        keyClick(Qt.Key_Z, Qt.ControlModifier)
        compare(last(view.app.toasts.calls), ["act"])
    }
    function test_linksAreShownBeforeTheyOpen() {
        view.dialogs.askLink("https://example.org/page")
        tryVerify(() => named("Open the link", view.contentItem.parent) || view.overlay)
        compare(view.app.calls.length, 0)
    }
    // Every control that can be reached by Tab has a name, and Tab comes round to the composer again.
    function test_everyTabStopHasAName() {
        fill()
        view.app.settings.window.panelVisible = true
        wait(50)
        const seen = []
        for (let i = 0; i < 80; ++i) {
            keyClick(Qt.Key_Tab)
            const item = view.activeFocusItem
            if (item === view.chatPage.composer.input) break
            verify(item.Accessible.name !== "", "no name at stop " + i + " after " + seen[seen.length - 1])
            seen.push(item.Accessible.name)
        }
        verify(seen.length > 20, seen.join(", "))
        verify(seen.length < 80, "Tab never comes back")
        for (const name of ["New chat", "Search all chats", "Restic", "Settings", "Temperature", "Messages", "Send"])
            verify(name === "Send" || seen.includes(name), name + " cannot be reached; seen: " + seen.join(", "))
    }
    function test_theWindowWaitsForTheCacheAndSaysSo() {
        const cache = view.app.cache
        cache.free = false
        keyClick(Qt.Key_Q, Qt.ControlModifier)
        verify(view.visible)
        compare(last(cache.calls), ["mayClose"])
        cache.closing = true
        tryVerify(() => named("Hearth is closing…"))
        cache.keeping = true
        cache.fraction = 0.43
        tryVerify(() => named("Saving the cache so that chats continue quickly next time: 43 %. Hearth then closes."))
        // Nothing is blocked meanwhile.
        verify(view.chatPage.composer.input.activeFocus)
        type("more")
        compare(view.app.chat.draft.text, "more")
        const before = cache.calls.length
        mouseClick(named("Close now"))
        compare(cache.calls.length, before + 1)
        compare(last(cache.calls), ["mayClose"])
        // A message that was sent meanwhile keeps the window open.
        view.app.chat.canStop = true
        cache.readyToClose(false)
        compare(last(cache.calls), ["stay"])
        verify(view.visible)
        // A reply that does not end does not.
        cache.free = true
        cache.readyToClose(true)
        tryVerify(() => !view.visible)
        view.app.chat.canStop = false
    }
    function test_chatsInMemoryAreNotLostWithoutAQuestion() {
        const backup = view.app.backup
        backup.memoryOnly = true
        backup.losing = true
        view.app.storeProblem = "The disk failed."
        tryVerify(() => named("The disk failed. The chats of this session are in memory only and will be lost when Hearth closes."))
        keyClick(Qt.Key_Q, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set && view.dialogs.set.loss && view.dialogs.set.loss.opened)
        verify(view.visible)
        const overlay = view.dialogs.set.loss.contentItem
        keyClick(Qt.Key_Escape)
        tryVerify(() => !view.dialogs.set.loss.opened)
        verify(view.visible)
        keyClick(Qt.Key_Q, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set.loss.opened)
        wait(700) // what confirms waits a moment
        mouseClick(named("Close without saving", overlay))
        compare(last(backup.calls), ["stopAsking"])
        tryVerify(() => !view.visible)
        view.app.storeProblem = ""
    }
    function test_aChatThatWasHeldBackCanBeOpened() {
        const guard = view.app.guard
        guard.heldBackTitle = "Restic"
        tryVerify(() => named("Hearth did not shut down properly the last two times “Restic” was open, so that chat was not opened."))
        mouseClick(named("Open it"))
        compare(last(guard.calls), ["openHeldBack"])
        guard.heldBackTitle = ""
    }
    function test_savedChatsCloseTheWindowThatAsked() {
        const backup = view.app.backup
        backup.memoryOnly = true
        backup.losing = true
        keyClick(Qt.Key_Q, Qt.ControlModifier)
        tryVerify(() => view.dialogs.set && view.dialogs.set.loss && view.dialogs.set.loss.opened)
        view.dialogs.set.loss.saving = true
        backup.losing = false
        backup.written()
        tryVerify(() => !view.visible)
    }
    function test_theCacheHasItsLimitsInTheSettings() {
        view.dialogs.showSettings(5)
        tryVerify(() => view.dialogs.set && view.dialogs.set.settings && view.dialogs.set.settings.opened)
        const overlay = view.dialogs.set.settings.contentItem
        const most = named("Disk limit, in GB", overlay)
        mouseClick(most)
        most.selectAll()
        for (const letter of "25") keyClick(letter)
        keyClick(Qt.Key_Return)
        compare(view.app.settings.cache.cacheGigabytes, 25)
        const daily = named("Daily write limit, in GB", overlay)
        daily.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Up)
        compare(view.app.settings.cache.cacheGigabytesADay, 11)
        named("Reuse answers to identical questions", overlay).forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Space)
        verify(!view.app.settings.cache.reuseReplies)
        named("Encrypt the cache", overlay).forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Space)
        verify(view.app.settings.cache.encryptCache)
        named("Keep the cache", overlay).forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Space)
        verify(!view.app.settings.cache.keepCache)
        verify(!most.enabled && !daily.enabled && !named("Encrypt the cache", overlay).enabled)
        const overview = view.app.cacheOverview
        compare(overview.calls, [["refresh"]])
        verify(named("Disk: 2.4 GB of at most 10.0 GB", overlay))
        for (const name of ["Clear everything", "Clear the cache of “House rewiring plan”"]) {
            named(name, overlay).forceActiveFocus(Qt.TabFocusReason)
            keyClick(Qt.Key_Return)
        }
        compare(overview.calls.slice(1), [["clear"], ["clearChat", 1]])
    }
    function test_otherProgramsAreLetInInTheSettings() {
        const programs = view.app.programs
        view.dialogs.showSettings(6)
        tryVerify(() => view.dialogs.set && view.dialogs.set.settings && view.dialogs.set.settings.opened)
        const overlay = view.dialogs.set.settings.contentItem
        tryVerify(() => named("New key", overlay))
        verify(programs.watched)
        mouseClick(named("New key", overlay))
        compare(last(programs.calls), ["makeKey"])
        programs.open = false
        programs.problem = "The port 8080 is taken by another program; choose another one."
        tryVerify(() => named("Use another port", overlay))
        mouseClick(named("Use another port", overlay))
        compare(last(programs.calls), ["useAnotherPort"])
        mouseClick(named("Let other programs use the model", overlay))
        tryVerify(() => !programs.on)
        tryVerify(() => !named("Port", overlay))
        view.dialogs.set.settings.close()
        tryVerify(() => !programs.watched)
    }
    function test_backupIsInThePrivacySettings() {
        const backup = view.app.backup
        view.dialogs.showSettings(9)
        tryVerify(() => view.dialogs.set && view.dialogs.set.settings && view.dialogs.set.settings.opened)
        const overlay = view.dialogs.set.settings.contentItem
        tryVerify(() => named("Back up…", overlay))
        backup.running = true
        backup.fraction = 0.5
        tryVerify(() => named("Cancel", overlay))
        mouseClick(named("Cancel", overlay))
        compare(last(backup.calls), ["cancel"])
    }
    function test_aCacheThatIsKeptAtOnceIsNotSpokenOf() {
        view.app.cache.keeping = true
        wait(100)
        view.app.cache.keeping = false
        wait(400)
        verify(!named("Saving the cache: 0 %"))
        view.app.cache.keeping = true
        tryVerify(() => named("Saving the cache: 0 %"))
        verify(!named("Close now"))
    }
    function test_keysAreChangedAndDoNotActMeanwhile() {
        view.dialogs.showShortcuts()
        tryVerify(() => view.dialogs.set && view.dialogs.set.shortcuts && view.dialogs.set.shortcuts.opened)
        const overlay = view.dialogs.set.shortcuts.contentItem
        const button = named("Change the shortcut for “New chat”", overlay)
        mouseClick(button)
        verify(button.waiting)
        const chats = view.app.conversations.calls.length
        keyClick(Qt.Key_N, Qt.ControlModifier)
        compare(last(view.app.keys.calls), ["take", 0, Qt.Key_N, Qt.ControlModifier])
        verify(button.waiting)
        compare(view.app.conversations.calls.length, chats)
        // Why they are not taken stands with the action.
        view.app.keys.note = "Ctrl N is there already."
        const note = named("Ctrl N is there already.", overlay)
        verify(note)
        compare(note.mapToItem(button, 0, 0).y, 32)
        view.app.keys.note = ""
        keyClick(Qt.Key_G, Qt.ControlModifier)
        verify(!button.waiting)
        // Escape gives it up and leaves the dialog open.
        mouseClick(button)
        keyClick(Qt.Key_Escape)
        verify(!button.waiting)
        verify(view.dialogs.set.shortcuts.opened)
        mouseClick(named("Reset the shortcut for Settings of this chat", overlay))
        compare(last(view.app.keys.calls), ["reset", 8])
        // A new shortcut takes effect at once.
        keyClick(Qt.Key_Escape)
        tryVerify(() => !view.dialogs.set.shortcuts.visible)
        view.app.keys.sequences = Object.assign({}, view.app.keys.sequences, { newChat: "Ctrl+G" })
        keyClick(Qt.Key_G, Qt.ControlModifier)
        compare(last(view.app.conversations.calls), ["create"])
    }
    function test_wordsToTokensNeedNoMessage() {
        view.showPanel(2)
        tryVerify(() => named("Words to tokens"))
        mouseClick(named("Words to tokens"))
        tryVerify(() => view.dialogs.set && view.dialogs.set.inside && view.dialogs.set.inside.opened)
        const inside = view.dialogs.set.inside
        verify(view.app.inspector.words.shown)
        const field = named("Your text", inside.contentItem)
        verify(field)
        tryVerify(() => field.activeFocus)
        type("hearths")
        compare(view.app.inspector.words.text, "hearths")
        verify(named("Deutsch: 12 tokens  ·  3.2 bytes each  ·  1.50 × English", inside.contentItem))
        tryVerify(() => named("Your text: 2 tokens  ·  3.5 bytes each", inside.contentItem))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !inside.visible)
        verify(!view.app.inspector.words.shown)
    }
    function test_precisionIsReachedFromTheMemoryAndFromTheModels() {
        view.dialogs.showModels(0)
        tryVerify(() => view.dialogs.set.models.opened)
        const link = named("Every precision, and what fits here…", view.dialogs.set.models.contentItem)
        verify(link)
        link.clicked()
        tryVerify(() => view.dialogs.set.inside && view.dialogs.set.inside.opened)
        const inside = view.dialogs.set.inside
        verify(view.app.precisions.shown)
        verify(named("16 bits: 4k 0.50 GB, 8k 1.00 GB, 32k 4.00 GB, 128k 16.0 GB", inside.contentItem))
        verify(named("up to INT8, 9.0 GB with 8k of context", inside.contentItem))
        mouseClick(named("Llama 2 70B", inside.contentItem))
        compare(view.app.precisions.subject, 3)
        mouseClick(named("Words to tokens", inside.contentItem))
        verify(!view.app.precisions.shown)
        verify(view.app.inspector.words.shown)
    }
    function test_theRooflineSaysWhatIsMeasuredAndWhatIsNot() {
        view.dialogs.showInside(2)
        tryVerify(() => view.dialogs.set && view.dialogs.set.inside && view.dialogs.set.inside.opened)
        const inside = view.dialogs.set.inside
        verify(view.app.speed.shown)
        verify(named("One reply: 20.4 GFLOP/s. limited by memory: uses 91 % of its bandwidth", inside.contentItem))
        verify(named("The last reply: 18.9 GFLOP/s, measured. limited by memory: uses 84 % of its bandwidth", inside.contentItem))
        verify(named("Qwen 2.5 1.5B Q4_K_M: expected 14.2, measured 13.1: −8 %", inside.contentItem))
        const again = named("Measure again", inside.contentItem)
        verify(again)
        again.clicked()
        compare(last(view.app.speed.calls), ["measureAgain"])
        view.app.speed.note = "Load a model to see what bounds its speed."
        verify(named("Load a model to see what bounds its speed.", inside.contentItem))
        keyClick(Qt.Key_Escape)
        tryVerify(() => !inside.visible)
        verify(!view.app.speed.shown)
        view.dialogs.showModels(0)
        verify(view.app.speed.listShown)
    }
    function test_theWayOfATokenAndItsCosts() {
        fill()
        view.app.inspector.messageId = 2
        view.showPanel(2)
        tryVerify(() => named("The way of a token"))
        named("The way of a token").clicked()
        tryVerify(() => view.dialogs.set && view.dialogs.set.inside && view.dialogs.set.inside.opened)
        const inside = view.dialogs.set.inside
        verify(named("2  Tokens: 1,241 tokens in 0.84 ms. The text is split into pieces that the model knows, each a number.", inside.contentItem))
        verify(!view.app.costs.shown)
        mouseClick(named("Costs", inside.contentItem))
        verify(view.app.costs.shown)
        verify(named("This chat: 0.042. 7 replies from servers, at the prices of the time: 9,120 tokens read, 1,011 written.", inside.contentItem))
        view.app.costs.note = "There are no replies yet."
        verify(named("There are no replies yet.", inside.contentItem))
    }
    function test_everyFigureOfTheInspectorExplainsItself() {
        fill()
        view.app.inspector.messageId = 2
        view.showPanel(2)
        let explained = 0
        function look(item) {
            if (item.visible && item.Accessible && item.Accessible.description.length > 20) ++explained
            for (let i = 0; i < item.children.length; ++i) look(item.children[i])
        }
        wait(50)
        look(view.contentItem)
        verify(explained >= 5, String(explained))
    }
    function test_pricesOfAServerAreKept() {
        view.dialogs.showModels(2)
        tryVerify(() => view.dialogs.set.models.opened)
        const read = named("Input price per million tokens", view.dialogs.set.models.contentItem)
        verify(read)
        read.forceActiveFocus()
        type("0.15")
        keyClick(Qt.Key_Return)
        compare(view.app.endpoints.calls[0], ["setPrices", 0, "0.15", ""])
        compare(last(view.app.endpoints.calls)[0], "save")
    }
}

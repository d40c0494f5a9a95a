import QtQuick
import QtTest
import Hearth.App
import Hearth.Theme
import Hearth.Components
import Hearth.Main

// A chat that has no room in the context, and the bars and figures of the context, by real clicks.
TestCase {
    id: tests

    property Main view: null

    name: "FullContext"
    when: windowShown
    width: 100
    height: 100

    Component {
        id: windows
        Main { readonly property InventedApp app: Invented.app }
    }
    Component {
        id: bars
        SegmentBar {}
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
    function named(text, root, role) {
        const start = root ?? view.contentItem
        if (start.Accessible && start.Accessible.name === text && start.visible && (role === undefined || start.Accessible.role === role)) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = named(text, start.children[i], role)
            if (found) return found
        }
        return null
    }
    // A row puts its buttons in their places at the next polish.
    function clickInRow(text) {
        const button = named(text, view.chatPage)
        tryVerify(() => !isPolishScheduled(button.parent))
        mouseClick(button)
    }
    function hasText(text, root) {
        const start = root ?? view.contentItem
        if (start.visible && typeof start.text === "string" && start.text.indexOf(text) >= 0) return true
        for (let i = 0; i < start.children.length; ++i)
            if (hasText(text, start.children[i])) return true
        return false
    }
    function fail() {
        view.app.chat.state = ChatController.Failed
        view.app.chat.fullContext.replyFailed = true
        view.app.chat.messages.rows = [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Question" },
            { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
            { messageId: 2, kind: MessageBlockModel.ErrorCard, first: true, lastMessage: true, text: "The reply stopped", body: "The prompt has 9,120 tokens.", actionText: "Try again" },
            { messageId: 2, kind: MessageBlockModel.Footer, last: true, lastMessage: true, previousKind: MessageBlockModel.ErrorCard }]
        wait(50)
    }

    function test_theCardOffersWhatHelps_data() {
        return [{ tag: "summarise", button: "Summarise", call: ["summarise", true] },
                { tag: "drop", button: "Drop the oldest turns", call: ["retryDropping"] },
                { tag: "longer", button: "Longer context", call: ["lengthen", true] },
                { tag: "new chat", button: "New chat with a summary", call: ["startNewChat"] }]
    }
    function test_theCardOffersWhatHelps(data) {
        fail()
        const button = named(data.button, view.chatPage)
        verify(button, data.button)
        compare(named("Try again", view.chatPage), null)
        mouseClick(button)
        compare(view.app.chat.fullContext.calls, [data.call])
        button.forceActiveFocus()
        keyClick(Qt.Key_Return)
        compare(view.app.chat.fullContext.calls.length, 2)
    }
    function test_theCardIsEnoughWhileNothingIsWritten() {
        const composer = view.chatPage.composer
        view.app.chat.fullContext.full = true
        fail()
        verify(!hasText("9,120", composer))
        view.app.chat.draft.text = "one more"
        wait(20)
        verify(hasText("9,120", composer))
        verify(named("Longer context", composer))
    }
    function test_escStopsASummary() {
        const context = view.app.chat.fullContext
        context.summarising = true
        fail()
        verify(!named("Summarising…", view.chatPage).enabled)
        keyClick(Qt.Key_Escape)
        compare(view.app.chat.calls, [["stop"]])
        mouseClick(named("Stop", view.chatPage))
        compare(context.calls, [["stopSummary"]])
        context.summarising = false
        wait(20)
        compare(named("Stop", view.chatPage), null)
    }
    function test_whatDoesNotHelpSaysWhy() {
        view.app.chat.fullContext.longerProblem = "The model was trained on 8,192 tokens, which is too few for this chat."
        fail()
        const longer = named("Longer context", view.chatPage)
        verify(!longer.enabled)
        mouseClick(longer)
        compare(view.app.chat.fullContext.calls, [])
        verify(hasText("trained on 8,192"))
        verify(named("Drop the oldest turns", view.chatPage).enabled)
    }
    // The oldest turns are no help where the last message alone is too long.
    function test_aMessageThatIsTooLongAloneOffersNothingThatDrops() {
        const context = view.app.chat.fullContext
        context.dropProblem = "The last message alone takes 37,048 tokens. Shorten it, or what is attached to it."
        context.lastIsTooLong = true
        fail()
        for (const name of ["Summarise", "Drop the oldest turns", "New chat with a summary"]) {
            const button = named(name, view.chatPage)
            verify(!button.enabled, name)
            mouseClick(button)
        }
        compare(context.calls, [])
        verify(hasText("alone takes 37,048", view.chatPage))
        verify(named("Longer context", view.chatPage).enabled)
        compare(named("Shorten the attachment", view.chatPage), null)
        context.canShorten = true
        mouseClick(named("Shorten the attachment", view.chatPage))
        compare(context.calls, [["shorten", true]])
    }
    // Nobody says how long this server's context is: nothing is free of it.
    function test_aContextThatIsNotKnownHasNoFigures() {
        const bar = view.contentItem
        view.app.chat.figures.lengthKnown = false
        tryVerify(() => named("Context: 1,477 used", bar))
        verify(!hasText("free", named("Context: 1,477 used", bar)))
        view.app.chat.figures.contextKnown = false
        tryVerify(() => named("Context: Not known", bar))
    }
    // Newcomers see how full things are; the figures come when they point at them, or for good by a switch.
    function test_theBarIsPlainAtFirst() {
        const meter = named("Context: 1,455 cached, 22 new, 6,715 free", view.contentItem)
        verify(meter)
        verify(hasText("6,715 free", meter))
        view.app.settings.look.barFigures = false
        wait(20)
        verify(hasText("Context", meter))
        verify(!hasText("6,715 free", meter))
        compare(meter.Accessible.name, "Context: 1,455 cached, 22 new, 6,715 free")
        mouseClick(meter)
        tryVerify(() => hasText("6,715", view.contentItem.parent))
    }
    function test_theComposerSaysItBeforeSending() {
        const composer = view.chatPage.composer
        view.app.chat.messages.rows = [{ messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, last: true, text: "Q" }]
        view.app.chat.draft.text = "one more"
        wait(20)
        verify(named("Send", composer).enabled)
        const height = composer.height
        view.app.chat.fullContext.full = true
        view.app.chat.fullContext.blocks = true
        wait(50)
        verify(!named("Send", composer).enabled)
        verify(composer.height > height)
        verify(hasText("9,120", composer))
        composer.focusInput()
        keyClick(Qt.Key_Return)
        compare(view.app.chat.calls.filter(call => call[0] === "send").length, 0)
        compare(composer.input.text, "one more")
        mouseClick(named("Drop the oldest turns", composer))
        mouseClick(named("Longer context", composer))
        mouseClick(named("New chat with a summary", composer))
        compare(view.app.chat.fullContext.calls, [["sendDropping"], ["lengthen", false], ["startNewChat"]])
        // If the settings leave turns out, this is shown, and no choice is needed.
        view.app.chat.fullContext.blocks = false
        view.app.chat.fullContext.drops = true
        wait(20)
        verify(hasText("will be left out", composer))
        verify(named("Send", composer).enabled)
        compare(named("Drop the oldest turns", composer), null)
    }
    function test_theChoiceIsAtTheMeterAndInThePanel() {
        const context = view.app.chat.fullContext
        context.leftOut = "12 earlier messages are left out."
        view.app.chat.figures.contextKnown = false
        wait(20)
        mouseClick(named("Context: 8,192 tokens"))
        tryVerify(() => named("When it is full", everything()))
        tryVerify(() => hasText("12 earlier messages are left out.", everything()))
        mouseClick(named("Slide", everything(), Accessible.RadioButton))
        compare(context.choice, FullContext.Slide)
        named("Summarise", everything(), Accessible.RadioButton).forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Space)
        compare(context.choice, FullContext.Summarise)
        keyClick(Qt.Key_Escape)
        view.app.settings.window.panelTab = 1
        view.app.settings.window.panelVisible = true
        wait(100)
        const stop = named("Stop and tell me")
        verify(named("Summarise: the model condenses them").checked && !stop.checked)
        stop.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Space)
        compare(context.choice, FullContext.Stop)
    }
    function test_aSummaryIsReadChangedAndRemoved() {
        view.app.chat.messages.rows = [
            { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Question" },
            { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
            { messageId: -5, author: "summary", kind: MessageBlockModel.Summary, first: true, last: true, text: "They met.", figures: "8 messages" }]
        wait(50)
        const head = named("Earlier messages, summarised", view.chatPage)
        verify(head)
        compare(named("Edit", view.chatPage), null)
        head.forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Return)
        tryVerify(() => hasText("They met.", view.chatPage))
        clickInRow("Edit")
        keyClick(Qt.Key_A, Qt.ControlModifier)
        for (const letter of "They left") keyClick(letter)
        clickInRow("Save")
        compare(view.app.chat.calls, [["editSummary", -5, "They left"]])
        clickInRow("Edit")
        keyClick(Qt.Key_Escape)
        verify(!named("Save", view.chatPage))
        clickInRow("Use the messages again")
        compare(view.app.chat.calls[1], ["removeSummary", -5])
    }
    function test_theComposerCountsWhileTheReplyComes() {
        view.app.chat.state = ChatController.Generating
        view.app.chat.figures.replyTokens = 331
        view.app.chat.figures.replyRate = 61.4
        wait(20)
        verify(hasText("61 tok/s  ·  331 tokens  ·  Esc stops", view.chatPage.composer))
    }
    function test_theMeterCountsWhatIsNewInANarrowWindowToo() {
        view.app.chat.figures.contextCached = 400
        view.app.chat.figures.contextNew = 300
        view.app.chat.figures.contextLength = 8192
        view.width = 1000
        wait(50)
        verify(named("Context: 700 of 8,192"))
        view.app.chat.figures.contextKnown = false
        wait(20)
        verify(named("Context: 8,192 tokens"))
    }
    function test_theMemoryAccountSaysWhatIsSetAsideAndWhatOneChatTakes() {
        view.app.engine.memory.kvBytes = 0.7 * view.app.engine.gb
        view.app.engine.memory.kvConversationBytes = 0.2 * view.app.engine.gb
        const meter = named("Memory: 4.6 weights, 0.7 KV, 6.1 GB free")
        verify(meter)
        mouseClick(meter)
        tryVerify(() => hasText("KV cache", everything()))
        tryVerify(() => hasText("The KV cache grows with the chats, to 0.7 GB at most; one chat of 8,192 tokens takes 0.2 GB.", everything()))
    }
    function everything() {
        let top = view.contentItem
        while (top.parent) top = top.parent
        return top
    }
    function test_aModelIsLoadedAsItsDetailsSay() {
        const options = view.app.loadOptions
        view.dialogs.showModels(0)
        tryVerify(() => named("How it is loaded", everything()))
        const length = named("Context length in tokens", everything())
        mouseClick(length)
        length.selectAll()
        for (const letter of "200000") keyClick(letter)
        keyClick(Qt.Key_Return)
        compare(options.contextLength, 200000)
        verify(hasText("Trained on 131,072 tokens.", everything()))
        mouseClick(named("8 bits", named("KV precision", everything(), Accessible.Grouping)))
        compare(options.kvType, "q8_0")
        const layers = named("Layers on the GPU, −1 for as many as fit", everything())
        layers.forceActiveFocus()
        keyClick(Qt.Key_Up)
        compare(options.gpuLayers, 0)
        const threads = named("Threads of this model, 0 for one for each core", everything())
        threads.forceActiveFocus()
        keyClick(Qt.Key_Up)
        compare(options.threads, 1)
        verify(hasText("KV 1.0 GB of at most 1.0 GB", everything()))
        verify(!named("Reset to defaults", everything()).enabled)
        options.own = true
        options.waits = true
        wait(50)
        let page = named("Reset to defaults", everything())
        while (page.contentY === undefined) page = page.parent
        page.contentY += named("Reset to defaults", everything()).mapToItem(page, 0, 0).y - page.height / 2
        mouseClick(named("Reset to defaults", everything()))
        mouseClick(named("Load again with these", everything()))
        compare(options.calls, [["reset"], ["apply"]])
        options.gpuThere = false
        compare(named("Layers on the GPU, −1 for as many as fit", everything()), null)
    }
    function test_typesOfTheCacheAreOfferedWithWhatTheyCost() {
        const costs = view.app.kvCosts, measured = costs.known
        costs.known = ({})
        costs.pending = true
        view.app.settings.window.panelTab = 1
        keyClick(Qt.Key_J, Qt.ControlModifier)
        tryVerify(() => named("KV precision", everything(), Accessible.Grouping))
        const choice = named("KV precision", everything(), Accessible.Grouping)
        const type = name => named(name, choice)
        verify(type("16 bits").checked && !type("8 bits").enabled && !type("8 and 4 bits").enabled && !type("4 bits").enabled)
        verify(hasText("not yet", everything()))
        verify(hasText("What fewer bits cost this model is measured once, while it rests.", everything()))
        costs.known = measured
        costs.pending = false
        tryVerify(() => type("8 bits").enabled && type("8 and 4 bits").enabled && type("4 bits").enabled)
        for (const text of ["+0.02 %", "+1.18 %", "+4.31 %", "0.2 GB"]) verify(hasText(text, everything()), text)
        verify(!hasText("What fewer bits cost", everything()))
        mouseClick(type("8 and 4 bits"))
        verify(type("8 and 4 bits").checked && !type("16 bits").checked)
        mouseClick(named("Apply"))
        compare(view.app.engine.calls[0], ["reloadWith", 8192, "q8_0:q4_0"])
        // The type in use is always listed. If the costs cannot be measured, all types can be chosen.
        costs.known = ({})
        view.app.engine.context.kvType = "f32"
        tryVerify(() => type("f32") && type("f32").enabled)
        verify(!type("4 bits").enabled && hasText("unknown", everything()))
        costs.problem = "There is not enough memory."
        tryVerify(() => type("4 bits").enabled)
        verify(hasText("What fewer bits cost this model could not be measured. There is not enough memory.", everything()))
    }
    function test_valuesAreForAChatAModelOrEverything() {
        view.app.settings.window.panelTab = 0
        view.app.settings.window.panelVisible = true
        wait(100)
        verify(named("Penalty window"))
        named("Use as default").forceActiveFocus(Qt.TabFocusReason)
        keyClick(Qt.Key_Return)
        tryVerify(() => named("For every model", everything()))
        wait(200)
        mouseClick(named("For every model", everything()))
        compare(view.app.sampling.calls, [["saveAsDefault"]])
    }
    function test_aBarNeverLeavesItsPlace_data() {
        return [{ tag: "overfull", total: 100, values: [80, 60, 40] }, { tag: "far overfull", total: 10, values: [1000, 1] },
                { tag: "many small", total: 1000000, values: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1] }, { tag: "full", total: 100, values: [50, 50] },
                { tag: "nothing", total: 0, values: [0, 0] }]
    }
    function test_aBarNeverLeavesItsPlace(data) {
        for (const width of [12, 92, 240]) {
            const bar = createTemporaryObject(bars, view.contentItem, { width: width, total: data.total, segments: data.values.map(value => ({ value: value, colour: "red" })) })
            const row = bar.children[1]
            wait(10)
            verify(row.width <= width, data.tag + " " + row.width + " of " + width)
            if (data.tag === "overfull" || data.tag === "full") compare(row.width, width)
        }
    }
    function test_theContextBeyondTheTrainingSaysSo() {
        view.app.engine.context.trainedLength = 8192
        view.app.settings.window.panelTab = 1
        view.app.settings.window.panelVisible = true
        wait(100)
        verify(hasText("Fits"))
        const slider = named("Context length", view.contentItem, Accessible.Slider)
        verify(slider)
        slider.forceActiveFocus()
        keyClick(Qt.Key_Right)
        wait(50)
        verify(hasText("Trained on 8192 tokens."))
        verify(hasText("Beyond training"))
        compare(named("Fits"), null)
    }
}

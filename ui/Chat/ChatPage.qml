// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The middle of the window: messages or the empty page, the composer, and what floats above it.
FocusScope {
    id: page

    required property Application app
    readonly property alias composer: composerItem
    readonly property alias list: messages
    readonly property bool comparing: app.chat.comparison.count > 0
    readonly property bool canCompare: composerItem.canCompare
    readonly property bool empty: app.chat.messages.count === 0 && !comparing

    signal linkChosen(string address)
    signal inspectRequested(real messageId)
    signal panelRequested()
    signal structureRequested()
    signal attachRequested()
    signal modelsRequested(int tab)
    signal openRequested()
    // Of a message, or of what stands in the composer: 0.
    signal compareRequested(real messageId)
    signal serverPromptsRequested()
    // A passage of a document by its number; 0: all of them.
    signal passageRequested(int number)
    signal wholeDocumentsRequested()
    signal documentsRequested()
    signal toolSettingsRequested()

    // A citation opens its passage.
    function openLink(address: string) {
        const number = app.chat.passages.citedNumber(address)
        if (number > 0) passageRequested(number)
        else linkChosen(address)
    }
    function startFind() { if (!comparing) findBar.start() }
    function editLast() {
        if (comparing) return
        const id = app.chat.messages.lastMessageOf("user")
        if (id >= 0) composerItem.startEdit(id, app.chat.texts.source(id))
    }
    function continueLast() {
        const id = app.chat.messages.lastMessageOf("assistant")
        if (id >= 0) app.chat.versions.continueReply(id)
    }
    function regenerateLast() {
        const id = app.chat.messages.lastMessageOf("assistant")
        if (id >= 0) app.chat.versions.regenerate(id)
    }

    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Chat")
    MessageList {
        id: messages
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: repeating.top }
        chat: page.app.chat
        visible: !page.empty && !page.comparing
        above: [findBar, newest, toast]
        editedMessage: composerItem.editedMessage
        onSelectionOffered: text => page.app.offerSelection(text)
        onLinkChosen: address => page.openLink(address)
        onCopyRequested: text => page.app.copyText(text)
        onEditRequested: messageId => composerItem.startEdit(messageId, page.app.chat.texts.source(messageId))
        onInspectRequested: messageId => page.inspectRequested(messageId)
        onCompareRequested: messageId => page.compareRequested(messageId)
        onPassageRequested: number => page.passageRequested(number)
    }
    Loader {
        anchors.fill: parent
        active: page.comparing
        onLoaded: (item as ComparisonView).step(0)
        sourceComponent: ComparisonView {
            chat: page.app.chat
            onLinkChosen: address => page.openLink(address)
            onPassageRequested: number => page.passageRequested(number)
            onCopyRequested: text => page.app.copyText(text)
        }
    }
    Loader {
        anchors.fill: messages
        active: page.empty
        sourceComponent: FirstRun {
            engine: page.app.engine
            start: page.app.start
            onPromptChosen: (text, blank) => composerItem.begin(text, blank)
            onCheckRequested: page.app.engine.reload()
            onModelsRequested: tab => page.modelsRequested(tab)
            onOpenRequested: page.openRequested()
        }
    }
    FindBar {
        id: findBar
        anchors { top: parent.top; topMargin: 12; right: parent.right; rightMargin: 20 }
        width: Math.min(implicitWidth, page.width - 40)
        z: 1
        find: page.app.find
        onClosed: composerItem.focusInput()
    }
    Connections {
        target: page.app.find
        function onChanged() { messages.showFound(page.app.find.row, page.app.find.query, page.app.find.occurrence) }
    }
    Composer {
        id: composerItem
        anchors { bottom: parent.bottom; bottomMargin: 20; horizontalCenter: parent.horizontalCenter }
        width: Math.min(Theme.composerWidth, page.width - 16)
        focus: true
        chat: page.app.chat
        sampling: page.app.sampling
        presets: page.app.presets
        serverPrompts: page.app.serverPrompts
        roomHeight: page.height
        firstTime: page.empty
        engine: page.app.engine
        start: page.app.start
        keys: page.app.keys
        foldPastes: page.app.settings.foldPastes
        undoOffered: page.app.toasts.actionText !== ""
        onUndoRequested: page.app.toasts.act()
        onModelsRequested: page.modelsRequested(page.app.start.modelName !== "" ? 0 : 1)
        onPanelRequested: page.panelRequested()
        onStructureRequested: page.structureRequested()
        onAttachRequested: page.attachRequested()
        onCompareRequested: page.compareRequested(0)
        onServerPromptsRequested: page.serverPromptsRequested()
        onPassagesRequested: page.passageRequested(0)
        onWholeDocumentsRequested: page.wholeDocumentsRequested()
        onDocumentsRequested: page.documentsRequested()
        documents: page.app.documents
        onToolSettingsRequested: page.toolSettingsRequested()
        visible: !page.comparing
    }
    RepeatingBar {
        id: repeating
        anchors { bottom: composerItem.top; bottomMargin: shown ? 8 : 0; horizontalCenter: parent.horizontalCenter }
        width: composerItem.width
        shown: page.app.chat.repeating && !page.comparing
        onStopRequested: page.app.chat.stop()
        onPenaltyRequested: page.app.chat.versions.regenerateWithPenalty(page.app.chat.messages.lastMessageOf("assistant"))
    }
    NewestPill {
        id: newest
        anchors { bottom: toast.visible ? toast.top : repeating.top; bottomMargin: 16; horizontalCenter: parent.horizontalCenter }
        shown: !page.empty && !page.comparing && !messages.following && messages.distance > 48
        onClicked: messages.toEnd()
    }
    ToastView {
        id: toast
        anchors { bottom: composerItem.top; bottomMargin: 20; horizontalCenter: parent.horizontalCenter }
        shown: page.app.toasts.visible
        message: page.app.toasts.message
        actionText: page.app.toasts.actionText
        hint: actionText !== "" ? (KeyHints.captions.undo ?? "") : ""
        onHoveredChanged: page.app.toasts.held = hovered
        onActed: page.app.toasts.act()
    }
}

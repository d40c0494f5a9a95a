// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The middle of the window: messages or the empty page, the composer, and what floats above it.
FocusScope {
    id: page

    readonly property alias composer: composerItem
    readonly property alias list: messages
    readonly property bool comparing: Chats.chat.comparison.count > 0
    readonly property bool canCompare: composerItem.canCompare
    readonly property bool empty: Chats.chat.messages.count === 0 && !comparing

    signal linkChosen(string address)
    signal inspectRequested(real messageId)
    signal panelRequested()
    signal structureRequested()
    signal attachRequested()
    signal modelsRequested(int tab)
    signal openRequested()
    // Of a message, or of the text in the composer: 0.
    signal compareRequested(real messageId)
    signal serverPromptsRequested()
    // A passage of a document by its number; 0: all of them.
    signal passageRequested(int number)
    signal wholeDocumentsRequested()
    signal documentsRequested()
    signal toolSettingsRequested()
    // A picture of a message, by its hash.
    signal savePictureRequested(string hash)

    function showPicture(shown: var, index: int) {
        viewer.active = true
        const opened = viewer.item as PictureViewer
        opened.show(shown, index)
    }
    // A citation opens its passage.
    function openLink(address: string) {
        const number = Chats.chat.passages.citedNumber(address)
        if (number > 0) passageRequested(number)
        else linkChosen(address)
    }
    function startFind() { if (!comparing) findBar.start() }
    function editLast() {
        if (comparing) return
        const id = Chats.chat.messages.lastMessageOf("user")
        if (id >= 0) composerItem.startEdit(id, Chats.chat.texts.source(id))
    }
    function continueLast() {
        const id = Chats.chat.messages.lastMessageOf("assistant")
        if (id >= 0) Chats.chat.versions.continueReply(id)
    }
    function regenerateLast() {
        const id = Chats.chat.messages.lastMessageOf("assistant")
        if (id >= 0) Chats.chat.versions.regenerate(id)
    }

    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Chat")
    MessageList {
        id: messages
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: repeating.top }
        chat: Chats.chat
        visible: !page.empty && !page.comparing
        above: [findBar, newest, toast]
        editedMessage: composerItem.editedMessage
        onSelectionOffered: text => Desktop.offerSelection(text)
        onLinkChosen: address => page.openLink(address)
        onCopyRequested: text => Desktop.copyText(text)
        onEditRequested: messageId => composerItem.startEdit(messageId, Chats.chat.texts.source(messageId))
        onInspectRequested: messageId => page.inspectRequested(messageId)
        onCompareRequested: messageId => page.compareRequested(messageId)
        onPassageRequested: number => page.passageRequested(number)
        onPictureRequested: (shown, index) => page.showPicture(shown, index)
        onSavePictureRequested: hash => page.savePictureRequested(hash)
    }
    Loader {
        id: viewer
        active: false
        sourceComponent: PictureViewer {
            files: Chats.chat.pictureFiles
            onSaveRequested: hash => page.savePictureRequested(hash)
        }
    }
    Loader {
        anchors.fill: parent
        active: page.comparing
        onLoaded: (item as ComparisonView).step(0)
        sourceComponent: ComparisonView {
            chat: Chats.chat
            onLinkChosen: address => page.openLink(address)
            onPassageRequested: number => page.passageRequested(number)
            onPictureRequested: (shown, index) => page.showPicture(shown, index)
            onCopyRequested: text => Desktop.copyText(text)
        }
    }
    Loader {
        anchors.fill: messages
        active: page.empty
        sourceComponent: FirstRun {
            engine: Models.engine
            start: Session.start
            onPromptChosen: (text, blank) => composerItem.begin(text, blank)
            onCheckRequested: Models.engine.reload()
            onModelsRequested: tab => page.modelsRequested(tab)
            onOpenRequested: page.openRequested()
        }
    }
    FindBar {
        id: findBar
        anchors { top: parent.top; topMargin: 12; right: parent.right; rightMargin: 20 }
        width: Math.min(implicitWidth, page.width - 40)
        z: 1
        find: Chats.find
        onClosed: composerItem.focusInput()
    }
    Connections {
        target: Chats.find
        function onChanged() { messages.showFound(Chats.find.row, Chats.find.query, Chats.find.occurrence) }
    }
    Composer {
        id: composerItem
        anchors { bottom: parent.bottom; bottomMargin: 20; horizontalCenter: parent.horizontalCenter }
        width: Math.min(Theme.composerWidth, page.width - 16)
        focus: true
        chat: Chats.chat
        sampling: Settings.sampling
        presets: Settings.presets
        serverPrompts: Tools.prompts
        roomHeight: page.height
        firstTime: page.empty
        engine: Models.engine
        start: Session.start
        keys: Settings.keys
        foldPastes: Settings.app.chats.foldPastes
        undoOffered: Desktop.toasts.actionText !== ""
        onUndoRequested: Desktop.toasts.act()
        onPictureRequested: (shown, index) => page.showPicture(shown, index)
        onModelsRequested: page.modelsRequested(Session.start.modelName !== "" ? 0 : 1)
        onPanelRequested: page.panelRequested()
        onStructureRequested: page.structureRequested()
        onAttachRequested: page.attachRequested()
        onCompareRequested: page.compareRequested(0)
        onServerPromptsRequested: page.serverPromptsRequested()
        onPassagesRequested: page.passageRequested(0)
        onWholeDocumentsRequested: page.wholeDocumentsRequested()
        onDocumentsRequested: page.documentsRequested()
        documents: Documents.library
        onToolSettingsRequested: page.toolSettingsRequested()
        visible: !page.comparing
    }
    RepeatingBar {
        id: repeating
        anchors { bottom: composerItem.top; bottomMargin: shown ? 8 : 0; horizontalCenter: parent.horizontalCenter }
        width: composerItem.width
        shown: Chats.chat.repeating && !page.comparing
        onStopRequested: Chats.chat.stop()
        onPenaltyRequested: Chats.chat.versions.regenerateWithPenalty(Chats.chat.messages.lastMessageOf("assistant"))
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
        shown: Desktop.toasts.visible
        message: Desktop.toasts.message
        actionText: Desktop.toasts.actionText
        hint: actionText !== "" ? (KeyHints.captions.undo ?? "") : ""
        onHoveredChanged: Desktop.toasts.held = hovered
        onActed: Desktop.toasts.act()
    }
}

// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Field in which a message is written. Grows to a third of the window; Enter sends, Shift+Enter starts a new line.
// While a message is edited, the same field holds its text and Esc cancels the edit.
T.Control {
    id: root

    required property ChatController chat
    required property SamplingSettings sampling
    required property PresetListModel presets
    required property McpPrompts serverPrompts
    required property DocumentLibrary documents
    required property EngineStatus engine
    required property StartChoice start
    required property KeyBindings keys
    property real roomHeight: 800
    property bool firstTime: false
    property real editedMessage: -1
    property string keptDraft: ""
    property bool showing: true
    // A notice offers to undo something: the keys for that do it while there is nothing typed to take back.
    property bool undoOffered: false
    readonly property bool editing: editedMessage >= 0
    // Of the message that is written, or of the one that is edited.
    readonly property DraftPictures pictures: editing ? chat.versions.pictures : chat.draft.pictures
    readonly property real filesHeight: files.height > 0 ? files.height + 8 : 0
    // There are pictures, and the model cannot read them.
    readonly property bool blind: pictures.count > 0 && !engine.seesPictures
    readonly property bool empty: edit.text.trim() === "" && longText.size === "" && pictures.count === 0 && (editing || chat.attachments.count === 0)
    readonly property bool busy: chat.canStop
    readonly property bool canSend: !empty && !blind && !(editing && busy) && (editing || busy || !chat.fullContext.blocks)
    // True if several answers can be requested: to the text in this field, or to the last message.
    readonly property bool canCompare: chat.canSend && !editing && (canSend || chat.messages.count > 0)
    property bool foldPastes: true
    // A tool call waits for the person, and nothing else is being written: Enter allows it once, Esc refuses it.
    readonly property bool answersCall: chat.toolCalls.asking !== 0 && edit.text === "" && longText.size === "" && pictures.count === 0 && !editing
    // The attachment that the last key made of a paste; -1: none. To undo makes it text.
    property int foldedPaste: -1
    // Something was to be sent, and nothing can answer.
    property bool unanswered: false
    readonly property bool modelMissing: unanswered && !empty && !engine.ready && !engine.loading && engine.awaitedPath === ""
    readonly property real headHeight: head.height > 0 ? head.height + 8 : 0
    readonly property alias input: edit
    readonly property alias folded: longText

    signal panelRequested()
    signal structureRequested()
    signal attachRequested()
    signal compareRequested()
    signal serverPromptsRequested()
    signal toolSettingsRequested()
    signal passagesRequested()
    signal wholeDocumentsRequested()
    signal documentsRequested()
    signal undoRequested()
    signal modelsRequested()
    signal pictureRequested(var shown, int index)

    function focusInput() { edit.forceActiveFocus() }
    // Set by the program, not typed: it is not a new draft.
    function show(text: string) {
        showing = true
        edit.text = longText.show(text)
        showing = false
        edit.cursorPosition = edit.length
    }
    // A message to begin with; what is to be filled in is selected, so that typing takes its place.
    function begin(text: string, blank: string) {
        chat.draft.text = text
        focusInput()
        const at = edit.text.indexOf(blank)
        if (blank !== "" && at >= 0) edit.select(at, at + blank.length)
    }
    function unfold(index: int) {
        foldedPaste = -1
        const text = chat.attachments.textAt(index)
        chat.attachments.remove(index)
        insert(text)
        focusInput()
    }
    // In place of what is selected.
    function insert(text: string) {
        if (longText.replace(edit.text, edit.selectionStart, edit.selectionEnd, text)) {
            edit.text = ""
            keepDraft()
            return
        }
        edit.remove(edit.selectionStart, edit.selectionEnd)
        edit.insert(edit.cursorPosition, text)
    }
    function keepDraft() { if (!editing && !showing) chat.draft.text = longText.whole(edit.text) }
    function paste(): bool {
        if (!editing && chat.attachments.pasteFiles()) return true
        if (foldPastes && !editing && chat.attachments.pasteLong()) {
            foldedPaste = chat.attachments.count - 1
            return true
        }
        return pasteLong(false)
    }
    // Folds a text that the field could not lay out without blocking the window.
    function pasteLong(selected: bool): bool {
        if (!longText.paste(edit.text, edit.selectionStart, edit.selectionEnd, selected)) return false
        edit.text = ""
        keepDraft()
        return true
    }
    function startEdit(messageId: real, text: string) {
        if (!editing) keptDraft = longText.whole(edit.text)
        editedMessage = messageId
        chat.versions.startEdit(messageId)
        show(text)
        focusInput()
    }
    function stopEdit() {
        if (!editing) return
        editedMessage = -1
        chat.versions.endEdit()
        show(keptDraft)
    }
    function submit() {
        if (!canSend) return
        if (editing) {
            const id = editedMessage
            const text = longText.whole(edit.text)
            chat.versions.edit(id, text)
            stopEdit()
        } else if (chat.send(longText.whole(edit.text))) {
            unanswered = false
            show(chat.draft.text)
        } else {
            unanswered = !engine.ready && engine.awaitedPath === ""
        }
    }

    Component.onCompleted: show(chat.draft.text)
    implicitHeight: Math.min(Math.max(24, edit.contentHeight), Math.max(24, roomHeight / 3 - 56)) + 56 + (editing ? 28 : 0) + filesHeight + headHeight
    hoverEnabled: true
    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("Write a message")
    background: Item {
        Elevation {
            level: 1
            corner: Theme.radiusLarge
        }
        Rectangle {
            anchors.fill: parent
            radius: Theme.radiusLarge
            color: Theme.raised
            border.width: 1
            border.color: edit.activeFocus || root.hovered ? Theme.control : Theme.border
        }
        // A press next to the text gives it the keyboard.
        TapHandler { onTapped: root.focusInput() }
    }
    NumberText { id: figures }
    LongText { id: longText }
    // Pressing Enter twice sends a message. The second press must not allow a tool call.
    Timer { id: settling; interval: 600 }
    Connections {
        target: root.chat.toolCalls
        property real asked: 0
        function onChanged() {
            if (root.chat.toolCalls.asking === asked) return
            asked = root.chat.toolCalls.asking
            if (asked !== 0) settling.restart()
        }
    }
    Connections {
        target: root.chat.draft
        function onTextChanged() { if (!root.editing && !root.showing && longText.whole(edit.text) !== root.chat.draft.text) root.show(root.chat.draft.text) }
    }
    Connections {
        target: root.chat
        function onComposerWanted() { root.focusInput() }
        function onConversationIdChanged() {
            root.editedMessage = -1
            root.chat.versions.endEdit()
            root.show(root.chat.draft.text)
        }
    }
    Column {
        id: head
        x: 12
        y: 8
        width: parent.width - 20
        WaitingMessages { width: parent.width; chat: root.chat }
        LongTextChip {
            source: longText
            onRemoved: {
                longText.show("")
                root.keepDraft()
                root.focusInput()
            }
        }
        NoModelNotice {
            visible: root.modelMissing
            width: parent.width
            start: root.start
            onModelsRequested: root.modelsRequested()
        }
        Loader {
            width: parent.width
            visible: active
            active: root.blind
            sourceComponent: PicturesNotice {
                engine: root.engine
                onModelsRequested: root.modelsRequested()
                onRemoveRequested: {
                    root.pictures.clear()
                    root.focusInput()
                }
            }
        }
        FullContextNotice {
            // Under the card of a reply that failed nothing has to be said twice.
            visible: context.full && !root.editing && !root.busy && (hasText || !context.replyFailed)
            width: parent.width
            context: root.chat.fullContext
            hasText: !root.empty
        }
    }
    Row {
        visible: root.editing
        x: 16
        y: 12 + root.headHeight
        spacing: 8
        Icon { name: "edit"; extent: 14; anchors.verticalCenter: parent.verticalCenter }
        AppText { text: root.busy ? qsTr("Editing a message. It can be sent when the reply has ended.") : qsTr("Editing a message. The previous version is kept."); font: Theme.caption; color: Theme.text2 }
        AppText { text: qsTr("Esc to cancel"); font: Theme.caption; color: Theme.text3 }
    }
    Column {
        id: files
        x: 12
        y: 10 + root.headHeight + (root.editing ? 28 : 0)
        width: parent.width - 24
        spacing: 6
        PictureRow {
            width: parent.width
            pictures: root.pictures
            most: Math.max(62, root.roomHeight / 4)
            onOpenRequested: (shown, index) => root.pictureRequested(shown, index)
            onFocusLost: root.focusInput()
        }
        AttachmentRow {
            width: parent.width
            shown: !root.editing
            attachments: root.chat.attachments
            onUnfoldRequested: index => root.unfold(index)
        }
    }
    Flickable {
        id: flick
        anchors { fill: parent; topMargin: 12 + (root.editing ? 28 : 0) + root.filesHeight + root.headHeight; bottomMargin: 44; leftMargin: 16; rightMargin: 16 }
        contentHeight: edit.contentHeight
        clip: contentHeight > height
        boundsBehavior: Flickable.StopAtBounds
        T.ScrollBar.vertical: AppScrollBar {}
        TextEdit {
            id: edit
            width: flick.width
            height: Math.max(contentHeight, flick.height)
            focus: true
            textFormat: TextEdit.PlainText
            wrapMode: TextEdit.Wrap
            font: Theme.reading
            color: Theme.text
            selectionColor: Theme.emberLine
            selectedTextColor: Theme.text
            selectByMouse: true
            activeFocusOnTab: true
            cursorDelegate: Caret {}
            Accessible.role: Accessible.EditableText
            Accessible.name: qsTr("Message")
            Accessible.multiLine: true
            onActiveFocusChanged: if (activeFocus) root.chat.figures.estimateSoon()
            onTextChanged: {
                root.foldedPaste = -1
                root.keepDraft()
            }
            onCursorRectangleChanged: {
                if (cursorRectangle.y < flick.contentY) flick.contentY = cursorRectangle.y
                else if (cursorRectangle.y + cursorRectangle.height > flick.contentY + flick.height)
                    flick.contentY = cursorRectangle.y + cursorRectangle.height - flick.height
            }
            Keys.onPressed: event => {
                if (event.matches(StandardKey.Paste) && root.paste()) {
                    event.accepted = true
                    return
                }
                if (event.matches(StandardKey.Undo) && root.foldedPaste >= 0 && root.foldedPaste < root.chat.attachments.count) {
                    event.accepted = true
                    root.unfold(root.foldedPaste)
                    return
                }
                if (event.matches(StandardKey.Undo) && longText.canGoBack() && edit.text === "") {
                    event.accepted = true
                    edit.text = longText.goBack()
                    edit.cursorPosition = edit.length
                    root.keepDraft()
                    return
                }
                const edits = event.matches(StandardKey.Undo) && edit.canUndo && edit.text !== "" || event.matches(StandardKey.Redo) && edit.canRedo
                if (root.undoOffered && !edits && root.keys.matches("undo", event.key, event.modifiers)) {
                    event.accepted = true
                    root.undoRequested()
                    return
                }
                if (event.key !== Qt.Key_Return && event.key !== Qt.Key_Enter) return
                if (event.modifiers & (Qt.ShiftModifier | Qt.AltModifier)) return
                event.accepted = true
                if (!root.answersCall) root.submit()
                else if (!event.isAutoRepeat && !settling.running) root.chat.toolCalls.approve(root.chat.toolCalls.asking)
            }
            Keys.onTabPressed: nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
            Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
            // Esc stops replies everywhere else.
            Keys.onShortcutOverride: event => event.accepted = event.key === Qt.Key_Escape && root.answersCall
            Keys.onEscapePressed: event => {
                if (root.editing) root.stopEdit()
                else if (root.answersCall) root.chat.toolCalls.refuse(root.chat.toolCalls.asking)
                else event.accepted = false
            }
            // The middle button pastes what is selected elsewhere, which may be long as well.
            MouseArea {
                anchors.fill: parent
                acceptedButtons: Qt.MiddleButton
                onPressed: mouse => {
                    edit.cursorPosition = edit.positionAt(mouse.x, mouse.y)
                    mouse.accepted = root.pasteLong(true)
                }
            }
            EmojiStyle { document: edit.textDocument }
            LineSpacing {
                document: edit.textDocument
                line: 24
            }
        }
        AppText {
            visible: edit.text === "" && edit.preeditText === ""
            // On the line of the caret: a fixed line height sets what is typed lower than the middle of its line.
            y: Math.round(edit.cursorRectangle.y)
            width: parent.width
            height: edit.cursorRectangle.height
            verticalAlignment: Text.AlignVCenter
            elide: Text.ElideRight
            font: Theme.reading
            color: Theme.text3
            text: !root.engine.ready && !root.engine.loading && root.engine.awaitedPath === "" ? qsTr("Choose a model, then write here")
                : root.answersCall ? qsTr("Enter allows the call once, Esc refuses it")
                : root.busy ? qsTr("Write your next message")
                : root.firstTime ? qsTr("Ask anything. Enter sends, Shift+Enter starts a new line.") : qsTr("Message")
        }
    }
    ComposerTools {
        id: tools
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        composer: root
        numbers: figures
    }
}

// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One row of the message list: one block of one message, or the footer of a message.
Item {
    id: block

    required property int index
    required property real messageId
    required property string author
    required property int kind
    required property string text
    required property int level
    required property string marker
    required property bool checked
    required property string language
    required property var cells
    required property var alignments
    required property bool first
    required property string modelName
    required property bool last
    required property bool open
    required property bool streaming
    required property string figures
    required property int siblingIndex
    required property int siblingCount
    required property bool lastMessage
    required property string body
    required property string actionText
    required property string source
    required property var actions
    required property int previousKind
    required property int joint
    required property bool more
    required property var widest
    required property bool slow
    required property var call
    required property var pictures

    // The MessageList; untyped, since the two name each other.
    property var list: null
    readonly property real columnWidth: Math.min(Theme.columnWidth, width - 32)
    readonly property bool byPerson: author === "user"
    readonly property bool isItem: kind === MessageBlockModel.ListItem || kind === MessageBlockModel.TaskItem
    readonly property bool afterItem: previousKind === MessageBlockModel.ListItem || previousKind === MessageBlockModel.TaskItem
    readonly property bool isSummary: kind === MessageBlockModel.Summary
    readonly property bool isCall: kind === MessageBlockModel.ToolCall
    readonly property bool isFooter: kind === MessageBlockModel.Footer
    readonly property bool edited: list !== null && list.editedMessage === messageId && !isFooter
    readonly property bool cursorShown: streaming && last
    // A part of a block that began in a row above.
    readonly property bool continues: joint !== 0
    readonly property bool expanded: (kind === MessageBlockModel.Reasoning || isSummary || isCall) && (list?.openReasoning[messageId] ?? false)
    // The row under a person's message fills the space before the reply, so nothing jumps when it appears.
    readonly property int gap: plainGap + nameHeight
    readonly property int plainGap: index === 0 ? 24 : continues ? 0 : isFooter && byPerson ? 0 : first ? (byPerson || isSummary ? 28 : 0)
                             : isItem && afterItem ? 4 : previousKind === MessageBlockModel.Heading ? 8
                             : kind === MessageBlockModel.ErrorCard ? 28 : 12

    // Over a reply of another model than that of the reply before.
    readonly property int nameHeight: modelName !== "" ? 24 : 0

    // Untyped: only blocks of text have an editor.
    readonly property var content: loader.item
    readonly property TextEdit editor: content ? content.editor ?? null : null
    // The text that can be searched. Reasoning is searchable although it is not selected with the rest.
    readonly property TextEdit readable: editor ?? content?.readable ?? null
    readonly property bool current: list !== null && list.foundRow === index
    property bool selectionShown: false

    // Vertical position of a match, from the top of the row.
    function placeOf(occurrence: int): real {
        if (content && content.placeOf) return gap + content.placeOf(occurrence)
        const marks = findMarks.item
        return readable && marks ? readable.mapToItem(block, 0, marks.rectangle(occurrence).y).y : gap
    }

    // Shows what this row has of the selection; blocks without one editor have all or nothing of it.
    function showSelection() {
        const rows = list.selection
        const range = editor ? rows.range(index, editor.length) : Qt.point(0, rows.touches(index) ? 1 : 0)
        const shown = range.x < range.y
        if (editor && shown) editor.select(range.x, range.y)
        else if (editor && selectionShown) editor.deselect()
        selectionShown = shown
    }

    // A block that is not loaded yet reserves about the height of its few lines. Otherwise the list would create all
    // rows at once.
    implicitHeight: gap + (!loader.sourceComponent ? 0 : loader.status === Loader.Loading ? 72 : loader.height)
    width: ListView.view ? ListView.view.width : implicitWidth
    Accessible.ignored: true
    // A block that is still loading would be created in vain.
    Component.onDestruction: if (loader.status === Loader.Loading) loader.active = false
    // An editor loses its selection when its text grows.
    onTextChanged: if (selectionShown) list.showAgain()

    HoverHandler {
        onHoveredChanged: if (hovered && block.list) block.list.hoveredMessage = block.messageId
    }

    AppText {
        visible: block.nameHeight > 0
        x: loader.x
        y: block.plainGap
        width: block.columnWidth
        text: block.modelName
        font: Theme.caption
        color: Theme.text2
        line: 16
        elide: Text.ElideRight
        Accessible.name: qsTr("Answer by %1").arg(block.modelName)
    }
    // Next to the reply that is being edited; a message of the person has its own background.
    Rectangle {
        visible: block.edited && !block.byPerson
        x: loader.x - 12
        width: 2
        height: block.height
        color: Theme.ember
    }
    Loader {
        id: loader
        x: Math.round((block.width - block.columnWidth) / 2)
        y: block.gap
        width: block.columnWidth
        asynchronous: block.slow
        onLoaded: block.showSelection()
        sourceComponent: block.kind === MessageBlockModel.UserText ? userText : block.kind === MessageBlockModel.Code ? code
            : block.kind === MessageBlockModel.Fold ? fold : block.isSummary ? summary : block.isCall ? toolCall
            : block.kind === MessageBlockModel.Table ? tableBlock : block.kind === MessageBlockModel.Math ? math
            : block.kind === MessageBlockModel.Reasoning ? (block.continues && !block.expanded ? null : reasoning) : block.kind === MessageBlockModel.Rule ? rule
            : block.kind === MessageBlockModel.Footer ? footer : block.kind === MessageBlockModel.PrefillBar ? prefill
            : block.kind === MessageBlockModel.Notice ? notice
            : block.kind === MessageBlockModel.ErrorCard ? failure : block.isItem ? listItem
            : block.kind === MessageBlockModel.Quote ? quote : paragraph
    }

    Loader {
        id: findMarks
        active: block.readable !== null && block.list !== null && block.list.sought !== ""
        sourceComponent: FindMarks {
            editor: block.readable
            sought: block.list.sought
            current: block.current ? block.list.foundOccurrence : -1
        }
    }
    Component {
        id: userText
        UserBubble {
            message: block.text
            attachments: block.body
            pictures: block.pictures
            edited: block.edited
            continues: block.continues
            more: block.more
            onSentOpened: (index, chip) => block.list.openSent(block.messageId, index, chip)
            onPictureOpened: index => block.list.pictureRequested(block.pictures, index)
            onPictureMenuRequested: (index, at, where) => block.list.openPictureMenu(block.pictures, index, at, where)
        }
    }
    Component {
        id: paragraph
        Item {
            readonly property bool head: block.kind === MessageBlockModel.Heading
            readonly property TextEdit editor: prose
            implicitHeight: prose.height
            ProseBlock {
                id: prose
                width: Math.min(parent.width, Theme.proseWidth)
                richText: block.text
                line: parent.head && block.level === 1 ? 28 : 24
                font: !parent.head ? Theme.reading : block.level === 1 ? Theme.title : block.level === 2 ? Theme.heading : Theme.subheading
                cursorShown: block.cursorShown
                Accessible.role: parent.head ? Accessible.Heading : Accessible.StaticText
                onLinkChosen: address => block.list.linkChosen(address)
            }
        }
    }
    Component {
        id: listItem
        ListItemBlock {
            richText: block.text
            marker: block.marker
            depth: block.level
            isTask: block.kind === MessageBlockModel.TaskItem
            done: block.checked
            cursorShown: block.cursorShown
            onLinkChosen: address => block.list.linkChosen(address)
        }
    }
    Component {
        id: quote
        QuoteBlock {
            richText: block.text
            depth: block.level
            cursorShown: block.cursorShown
            onLinkChosen: address => block.list.linkChosen(address)
        }
    }
    Component {
        id: code
        CodeBlock {
            language: block.language
            source: block.text
            continues: block.continues
            more: block.more
            cursorShown: block.cursorShown
            onCopyRequested: block.list.copyRequested(block.list.blocks.codeAt(block.index))
        }
    }
    Component {
        id: tableBlock
        TableBlock {
            cells: block.cells
            alignments: block.alignments
            widest: block.widest
            continues: block.continues
            sought: block.list.sought
            soughtAt: block.current ? block.list.foundOccurrence : -1
            selected: block.selectionShown
            onLinkChosen: address => block.list.linkChosen(address)
        }
    }
    Component {
        id: math
        MathBlock { formula: block.text; source: block.source; open: block.open; depth: block.level; selected: block.selectionShown }
    }
    Component {
        id: reasoning
        ReasoningBlock {
            reasoning: block.text
            figures: block.figures
            size: block.body
            running: block.open && block.streaming
            expanded: block.expanded
            continues: block.continues
            onToggled: block.list.toggleReasoning(block.messageId)
        }
    }
    Component {
        id: fold
        FoldBlock { size: block.text; byPerson: block.byPerson; onActed: block.list.unfold(block.messageId) }
    }
    Component {
        id: summary
        SummaryBlock {
            summary: block.text
            figures: block.figures
            expanded: block.expanded
            onToggled: {
                // In a list that follows its end it would open out of sight.
                block.list.stay()
                block.list.toggleReasoning(block.messageId)
            }
            onEdited: text => block.list.chat.summaries.edit(block.messageId, text)
            onRemoved: block.list.chat.summaries.remove(block.messageId)
        }
    }
    Component {
        id: toolCall
        Item {
            implicitHeight: card.height + 12
            ToolCard {
                id: card
                readonly property CallRounds calls: block.list.chat.toolCalls
                width: parent.width
                call: block.call
                expanded: block.expanded
                answered: calls.asking === block.messageId
                onToggled: {
                    block.list.stay()
                    block.list.toggleReasoning(block.messageId)
                }
                onApproved: calls.approve(block.messageId)
                onApprovedInChat: calls.approveInChat(block.messageId)
                onApprovedAlways: calls.approveAlways(block.messageId)
                onRefused: calls.refuse(block.messageId)
                onRepeated: calls.again(block.messageId)
                onContinued: calls.resume()
            }
        }
    }
    Component {
        id: rule
        Item {
            implicitHeight: 9
            Hairline {
                y: 4
                width: parent.width
            }
        }
    }
    Component {
        id: footer
        MessageFooter { row: block; list: block.list }
    }
    Component {
        id: prefill
        PrefillCard { chat: block.list.chat; label: block.text }
    }
    Component {
        id: notice
        ReplyNotice {
            text: block.text
            actions: block.actions
            active: block.lastMessage
            onChosen: action => block.list.act(action, block.messageId, this)
        }
    }
    Component {
        id: failure
        ErrorCard {
            readonly property FullContext context: block.list.chat.fullContext
            readonly property bool full: block.lastMessage && context.replyFailed
            title: full ? qsTr("This chat no longer fits into the context") : block.text
            body: full && context.sentence !== "" ? context.sentence : block.body
            actionText: full ? "" : block.actionText
            // Some servers take no tools, or only when they are started for it.
            more: block.lastMessage && block.list.chat.toolCalls.on && block.list.chat.figures.server !== "" ? [qsTr("Answer without tools")] : []
            ways: full ? fullWays : null
            onActed: block.list.chat.versions.retry()
            onMoreChosen: {
                block.list.chat.toolCalls.on = false
                block.list.chat.versions.retry()
            }
        }
    }
    Component {
        id: fullWays
        FullContextWays { retry: true; context: block.list.chat.fullContext }
    }
}

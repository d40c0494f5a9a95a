import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Rich text of a reply that can be selected: paragraphs, headings, list items, quotes, cells.
ReadingText {
    id: edit

    property string richText: ""
    property int line: 24
    property bool cursorShown: false
    // QTextDocument puts the spare height of a line above the text; half of it belongs below.
    readonly property real lift: line > 0 ? (line - 1.21 * font.pixelSize) / 2 : 0

    signal linkChosen(string address)

    topPadding: -Math.round(lift)
    bottomPadding: Math.round(lift)
    textFormat: TextEdit.RichText
    text: style.html
    onLinkActivated: address => linkChosen(address)
    Accessible.name: text !== "" ? getText(0, length) : ""
    ProseStyle {
        id: style
        richText: edit.richText
        link: Theme.emberText
        codeGround: Theme.hover
        markGround: Theme.mark
        codeFamily: Theme.codeFamily
        codeSize: 13
        line: edit.line
    }
    EmojiStyle { document: style.emoji ? edit.textDocument : null }
    HoverHandler {
        cursorShape: edit.hoveredLink !== "" ? Qt.PointingHandCursor : Qt.IBeamCursor
    }
    StreamCursor {
        visible: edit.cursorShown
        at: edit.cursorShown ? edit.positionToRectangle(edit.length) : Qt.rect(0, 0, 0, 0)
    }
}

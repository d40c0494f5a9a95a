pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme

// A quotation behind a bar, one bar a level.
Item {
    id: quote

    property string richText: ""
    readonly property TextEdit editor: prose
    property int depth: 1
    property bool cursorShown: false

    signal linkChosen(string address)

    implicitHeight: prose.height
    Repeater {
        model: Math.min(6, Math.max(1, quote.depth))
        Rectangle {
            required property int index
            x: index * 18
            width: 3
            height: quote.height
            color: Theme.border
        }
    }
    ProseBlock {
        id: prose
        x: 18 * Math.min(6, Math.max(1, quote.depth))
        width: Math.min(parent.width - x, Theme.proseWidth)
        richText: quote.richText
        color: Theme.text2
        cursorShown: quote.cursorShown
        onLinkChosen: address => quote.linkChosen(address)
    }
}

import QtQuick
import Hearth.Look

// Plain text a person or a model wrote, in one line or several, with its emoji in colour.
AppText {
    id: label

    property string title: ""
    // One line, with an ellipsis where it is wider than this item.
    property bool cut: false

    text: emoji.shown
    textFormat: emoji.rich ? Text.RichText : Text.PlainText
    elide: cut ? Text.ElideRight : Text.ElideNone
    Accessible.name: title
    EmojiLabel {
        id: emoji
        text: label.title
        font: label.font
        room: label.cut ? label.width : 0
    }
}

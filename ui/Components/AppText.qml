import QtQuick
import Hearth.Theme

// Plain text in the interface style. `line` above 0 sets several lines on a fixed distance, centred in it.
Text {
    property int line: 0
    // Whole dots: the software renderer loses thin lines between two dots.
    readonly property int spare: line > 0 ? Math.round((line - 1.21 * font.pixelSize) / 2) : 0

    textFormat: Text.PlainText
    font: Theme.body
    color: Theme.text
    lineHeightMode: line > 0 ? Text.FixedHeight : Text.ProportionalHeight
    lineHeight: line > 0 ? line : 1
    topPadding: spare
    bottomPadding: -spare
}

import QtQuick
import Hearth.Theme
import Hearth.Components

// A small figure that explains itself in a sentence: to a pointer as a tip, to a screen reader as its description.
AppText {
    id: figure

    required property string why

    font: Theme.caption
    color: Theme.text3
    Accessible.role: Accessible.StaticText
    Accessible.name: text
    Accessible.description: why
    HoverHandler { id: hover }
    TipLoader { control: figure; text: figure.why; shown: hover.hovered }
}

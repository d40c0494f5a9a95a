import QtQuick
import Hearth.Theme
import Hearth.Components

// A figure with its name, and below them a sentence that explains it.
Item {
    id: row

    required property string name
    required property string figure
    property string why: ""
    // Name and figure are below each other if they do not fit next to each other.
    readonly property bool tight: title.implicitWidth + number.implicitWidth + 16 > width

    width: parent ? parent.width : 400
    implicitHeight: words.y + (why !== "" ? Math.ceil(words.implicitHeight) : 0) + 10
    Accessible.role: Accessible.StaticText
    Accessible.name: name + ": " + figure + (why !== "" ? ". " + why : "")
    Hairline { width: parent.width }
    AppText { id: title; y: 10; width: Math.min(implicitWidth, row.width); text: row.name; font: Theme.action; wrapMode: Text.Wrap }
    AppText {
        id: number
        x: row.tight ? 0 : row.width - width
        y: row.tight ? title.y + title.height + 2 : 10
        width: Math.min(implicitWidth, row.width)
        text: row.figure
        font: Theme.figures
        wrapMode: Text.Wrap
    }
    AppText {
        id: words
        y: (row.tight ? number.y + number.height : title.y + title.height) + 4
        width: row.width
        text: row.why
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Splitting of words by the vocabulary: words that a person types, and the same sentence in several languages and as a
// program.
ScrollArea {
    id: pane

    required property WordTokens words
    property string modelName: ""
    property bool shown: false

    contentHeight: column.height + 2 * Theme.pageMargin
    onShownChanged: {
        words.shown = shown
        if (shown) field.takeKeyboard()
    }

    Column {
        id: column
        x: Theme.pageMargin
        y: 20
        width: pane.width - 2 * Theme.pageMargin
        spacing: Theme.gapGroup
        AppText {
            width: parent.width
            text: qsTr("A model reads and writes tokens: pieces of words from a list that was fixed when it was made. What the list does not know well takes more of them, and so more time and more of the context.")
            color: Theme.text2
            line: 20
            wrapMode: Text.Wrap
        }
        AppText {
            width: parent.width
            visible: text !== ""
            text: pane.words.note !== "" ? pane.words.note : pane.modelName !== "" ? qsTr("Here as %1 splits them.").arg(pane.modelName) : ""
            color: pane.words.note !== "" ? Theme.warn : Theme.text2
            line: 20
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        AppTextArea {
            id: field
            width: parent.width
            name: qsTr("Your text")
            placeholderText: qsTr("Type or paste anything")
            minimumHeight: 60
            maximumHeight: 120
            text: pane.words.text
            onEdited: pane.words.text = text
        }
        Repeater {
            model: pane.words
            WordPieces { width: column.width }
        }
    }
}

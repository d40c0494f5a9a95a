import QtQuick
import Hearth.Theme
import Hearth.Components

// The text of a file that goes with the message that is being written; it can be made a part of the message, or left out.
Popover {
    id: view

    property int index: -1
    property string name: ""
    property string text: ""
    // More than this is not laid out: a popup is for a look, not for reading a book.
    readonly property int most: 20000

    signal unfoldRequested(int index)
    signal removeRequested(int index)

    y: -height - 8
    width: parent ? Math.min(parent.width, 560) : 560
    contentHeight: column.implicitHeight
    contentItem: Column {
        id: column
        spacing: 12
        AppText { width: parent.width; text: view.name; font: Theme.section; elide: Text.ElideMiddle }
        ScrollArea {
            width: parent.width
            height: Math.min(240, words.implicitHeight)
            contentHeight: words.implicitHeight
            clip: true
            AppText {
                id: words
                width: view.availableWidth - 12
                text: view.text.length > view.most ? view.text.slice(0, view.most) + "\u2026" : view.text
                textFormat: Text.PlainText
                font: Theme.figures
                wrapMode: Text.Wrap
            }
        }
        Flow {
            width: parent.width
            spacing: 8
            AppButton {
                small: true
                text: qsTr("Put into the message")
                onClicked: { view.close(); view.unfoldRequested(view.index) }
            }
            AppButton {
                small: true
                kind: AppButton.Destructive
                text: qsTr("Remove")
                onClicked: { view.close(); view.removeRequested(view.index) }
            }
        }
    }
}

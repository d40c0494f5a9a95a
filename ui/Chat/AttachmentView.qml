import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The text of a file that goes with the message that is being written; it can be made a part of the message, or left out.
Popover {
    id: view

    property int index: -1
    property string name: ""
    property string text: ""

    signal unfoldRequested(int index)
    signal removeRequested(int index)

    y: -height - 8
    width: parent ? Math.min(parent.width, 560) : 560
    contentHeight: column.implicitHeight
    LongText { id: opening }
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
                // A popup is for a look, not for reading a book.
                text: opening.beginning(view.text)
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

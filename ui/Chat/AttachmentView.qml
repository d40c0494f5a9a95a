import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The text of a file. One that goes with the message that is being written can be made a part of the message, or left out;
// one that was sent can be copied.
Popover {
    id: view

    property int index: -1
    property string name: ""
    property string text: ""
    property bool sent: false

    signal copyRequested(string text)
    signal unfoldRequested(int index)
    signal removeRequested(int index)

    y: sent ? 0 : -height - 8
    width: parent ? Math.min(parent.width, 560) : 560
    contentHeight: column.implicitHeight
    LongText { id: opening }
    contentItem: Column {
        id: column
        spacing: 12
        Accessible.role: Accessible.Dialog
        Accessible.name: view.name
        AppText { width: parent.width; text: view.name; font: Theme.section; elide: Text.ElideMiddle }
        ScrollArea {
            width: parent.width
            height: Math.min(view.sent ? 360 : 240, words.implicitHeight)
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
                visible: view.sent
                small: true
                text: qsTr("Copy")
                onClicked: { view.close(); view.copyRequested(view.text) }
            }
            AppButton {
                visible: !view.sent
                small: true
                text: qsTr("Put into the message")
                onClicked: { view.close(); view.unfoldRequested(view.index) }
            }
            AppButton {
                visible: !view.sent
                small: true
                kind: AppButton.Destructive
                text: qsTr("Remove")
                onClicked: { view.close(); view.removeRequested(view.index) }
            }
        }
    }
}

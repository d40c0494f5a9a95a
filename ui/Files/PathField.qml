pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Folders
import Hearth.Theme
import Hearth.Components

// The folder as a path to type, with how it can go on in a list under it.
AppField {
    id: field

    required property FolderListing listing
    property var choices: []

    signal followed(string text)

    function offer() {
        choices = listing.completions(text)
        list.currentIndex = -1
        if (choices.length > 0 && activeFocus) popup.open()
        else popup.close()
    }
    function take(choice: string) {
        text = choice
        choice.endsWith("/") ? offer() : popup.close()
    }
    function showFolder() { text = listing.folder }

    name: qsTr("Path")
    mono: true
    onTextEdited: offer()
    onActiveFocusChanged: if (!activeFocus) { popup.close(); showFolder() }
    Component.onCompleted: showFolder()
    Keys.onPressed: event => {
        switch (event.key) {
        case Qt.Key_Down: if (!popup.visible) offer(); else list.currentIndex = Math.min(choices.length - 1, list.currentIndex + 1); break
        case Qt.Key_Up: if (event.modifiers & Qt.AltModifier) return; list.currentIndex = Math.max(-1, list.currentIndex - 1); break
        case Qt.Key_Tab:
            if (!popup.visible || choices.length === 0) return
            take(choices[Math.max(0, list.currentIndex)])
            break
        case Qt.Key_Escape: if (!popup.visible) return; popup.close(); break
        case Qt.Key_Return:
        case Qt.Key_Enter:
            if (popup.visible && list.currentIndex >= 0) text = choices[list.currentIndex]
            popup.close()
            followed(text)
            break
        default: return
        }
        event.accepted = true
    }
    Connections {
        target: field.listing // qmllint disable
        function onFolderChanged() { field.showFolder() }
    }
    Popover {
        id: popup
        y: field.height + 4
        width: field.width
        padding: 4
        focus: false
        closePolicy: T.Popup.CloseOnPressOutsideParent
        contentItem: ListView {
            id: list
            clip: true
            implicitHeight: Math.min(contentHeight, 8 * Theme.menuRowHeight)
            model: field.choices
            currentIndex: -1
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Suggestions")
            delegate: T.ItemDelegate {
                id: row
                required property int index
                required property string modelData
                width: ListView.view ? ListView.view.width : 200
                height: Theme.menuRowHeight
                hoverEnabled: true
                focusPolicy: Qt.NoFocus
                text: modelData
                Accessible.role: Accessible.ListItem
                Accessible.name: text
                onClicked: { field.take(modelData); field.forceActiveFocus() }
                background: Rectangle {
                    radius: Theme.radius - 2
                    color: row.hovered || row.ListView.isCurrentItem ? Theme.hoverRaised : "transparent"
                }
                contentItem: AppText {
                    leftPadding: 8
                    text: row.text
                    font: Theme.figures
                    verticalAlignment: Text.AlignVCenter
                    elide: Text.ElideMiddle
                }
            }
        }
    }
}

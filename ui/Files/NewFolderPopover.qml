import QtQuick
import Hearth.Folders
import Hearth.Theme
import Hearth.Components

// Asks for the name of a new folder in the one that is shown.
Popover {
    id: popover

    required property FolderListing listing

    signal made()

    function make() {
        problem.text = listing.makeFolder(field.text)
        if (problem.text !== "") return
        close()
        made()
    }

    width: 300
    padding: 12
    onAboutToShow: { field.text = ""; problem.text = "" }
    onOpened: field.forceActiveFocus()
    contentItem: Column {
        spacing: 8
        Accessible.role: Accessible.Pane
        Accessible.name: qsTr("New folder")
        AppField {
            id: field
            width: parent.width
            name: qsTr("Name of the new folder")
            placeholderText: qsTr("Name of the new folder")
            onAccepted: if (text.trim() !== "") popover.make()
        }
        AppText {
            id: problem
            visible: text !== ""
            width: parent.width
            font: Theme.caption
            color: Theme.bad
            wrapMode: Text.Wrap
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
        AppButton {
            anchors.right: parent.right
            small: true
            kind: AppButton.Primary
            text: qsTr("Create folder")
            enabled: field.text.trim() !== ""
            onClicked: popover.make()
        }
    }
}

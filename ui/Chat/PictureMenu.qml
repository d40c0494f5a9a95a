import QtQuick
import Hearth.App
import Hearth.Components

// The menu of a picture of a message.
AppMenu {
    id: menu

    required property PictureExport files
    // The pictures of a message, and which of them is meant.
    property var shown: []
    property int index: 0
    readonly property string hash: shown[index]?.hash ?? ""

    signal openRequested()
    signal saveRequested(string hash)

    AppMenuItem {
        text: qsTr("Show it large")
        iconName: "eye"
        onTriggered: menu.openRequested()
    }
    AppMenuItem {
        text: qsTr("Copy the picture")
        iconName: "copy"
        onTriggered: menu.files.copy(menu.hash)
    }
    AppMenuItem {
        text: qsTr("Save the picture as…")
        iconName: "download"
        onTriggered: menu.saveRequested(menu.hash)
    }
}

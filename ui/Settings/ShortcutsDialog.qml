import QtQuick
import Hearth.App
import Hearth.Components

// The shortcuts over the window: Ctrl+/.
DialogShell {
    id: dialog

    required property KeyBindings keys

    title: qsTr("Shortcuts")
    wantedWidth: 720
    wantedHeight: 552
    ScrollArea {
        anchors { fill: parent; margins: 24; topMargin: 8 }
        contentHeight: list.height
        ShortcutList {
            id: list
            width: parent.width
            keys: dialog.keys
        }
    }
}

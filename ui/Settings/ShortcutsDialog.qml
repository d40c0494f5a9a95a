import QtQuick
import QtQuick.Templates as T
import Hearth.Components

// The shortcuts over the window: Ctrl+/.
DialogShell {
    title: qsTr("Shortcuts")
    wantedWidth: 720
    wantedHeight: 480
    Flickable {
        anchors { fill: parent; margins: 24; topMargin: 8 }
        contentHeight: list.height
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        T.ScrollBar.vertical: AppScrollBar {}
        ShortcutList {
            id: list
            width: parent.width
        }
    }
}

// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.Theme
import Hearth.Components

// A column laid over the chat in a narrow window; a press next to it or Esc closes it.
FocusScope {
    id: overlay

    property bool shown: false
    property bool atRight: false
    property int columnWidth: 256
    property Component content: null

    signal dismissed()

    visible: shown
    z: 1
    onShownChanged: if (shown) forceActiveFocus()
    Keys.onEscapePressed: overlay.dismissed()
    Rectangle {
        anchors.fill: parent
        color: Theme.scrim
        TapHandler { onTapped: overlay.dismissed() }
    }
    Item {
        x: overlay.atRight ? parent.width - width : 0
        width: Math.min(overlay.columnWidth, overlay.width - 48)
        height: parent.height
        Elevation {
            level: 3
            corner: 0
        }
        TapHandler {}
        Loader {
            anchors.fill: parent
            active: overlay.shown
            focus: true
            sourceComponent: overlay.content
        }
    }
}

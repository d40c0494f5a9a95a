import QtQuick
import Hearth.Theme

// The ground of every field: its edge darkens on hover and is ember while it has the keyboard.
Rectangle {
    property bool hovered: false
    property bool focused: false
    property bool failed: false
    property real corner: Theme.radius

    radius: corner
    color: enabled ? Theme.raised : "transparent"
    border.width: focused ? 2 : 1
    border.color: focused ? Theme.ember : failed ? Theme.bad : hovered && enabled ? Theme.control : Theme.border
}

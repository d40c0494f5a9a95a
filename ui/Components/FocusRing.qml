import QtQuick
import Hearth.Theme

// Ring around the control that has the keyboard. Placed in its control; a negative distance puts it inside.
Rectangle {
    property int distance: 2
    property real corner: Theme.radius

    anchors.fill: parent
    anchors.margins: -(distance + 2)
    radius: corner + distance + 1
    color: "transparent"
    border.width: 2
    border.color: Theme.ember
}

import QtQuick
import Hearth.Theme

// A raised surface with a border and its shadow: menus, popovers, dialogs.
Item {
    id: card

    property int level: 2
    property real corner: Theme.radiusCard
    property color fill: Theme.raised

    Elevation {
        level: card.level
        corner: card.corner
    }
    Rectangle {
        anchors.fill: parent
        radius: card.corner
        color: card.fill
        border.width: 1
        border.color: Theme.border
    }
}

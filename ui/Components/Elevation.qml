pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme

// A shadow without blur: nested translucent rectangles, each one step larger. Placed under its card and fills it.
Item {
    id: elevation

    property int level: 2
    property real corner: Theme.radiusCard
    readonly property int count: level === 1 ? 4 : level === 2 ? 8 : 12
    readonly property int drop: level === 1 ? 1 : level === 2 ? 4 : 10
    readonly property real strength: Theme.dark ? (level === 1 ? 0 : level === 2 ? 0.05 : 0.045)
                                                : (level === 1 ? 0.010 : level === 2 ? 0.0085 : 0.0075)

    anchors.fill: parent
    Repeater {
        model: elevation.strength > 0 ? elevation.count : 0
        Rectangle {
            required property int index
            readonly property int grow: (index + 1) * elevation.level
            x: -grow
            y: elevation.drop - grow
            width: elevation.width + 2 * grow
            height: elevation.height + 2 * grow
            radius: elevation.corner + grow
            color: Qt.rgba(Theme.shadow.r, Theme.shadow.g, Theme.shadow.b, elevation.strength)
        }
    }
}

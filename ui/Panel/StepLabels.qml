pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// The words under a slider of steps, each under its place.
Item {
    id: row

    property var labels: []
    property int current: -1

    implicitHeight: 16
    Repeater {
        model: row.labels
        AppText {
            required property int index
            required property string modelData
            readonly property real centre: 7 + (row.width - 14) * index / Math.max(1, row.labels.length - 1)
            x: Math.round(Math.max(0, Math.min(row.width - width, centre - width / 2)))
            text: modelData
            font: Theme.caption
            color: index === row.current ? Theme.text : Theme.text3
        }
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme

// A bar of measured parts: `segments` is a list of {value, colour}, in order; what they leave of `total` is the track.
// It jumps to true values and never animates. Parts that together are more than the total fill the bar and end with it.
Item {
    id: bar

    property var segments: []
    property real total: 1
    property real thickness: 5
    property bool roundEnd: false
    property bool alone: false
    readonly property var widths: partWidths()

    // Whole pixels, at least 2 for what is there, never past the end.
    function partWidths() {
        const sum = segments.reduce((all, part) => all + Math.max(0, part.value), 0)
        const whole = Math.max(1e-9, total, sum)
        let reached = 0, at = 0
        return segments.map(part => {
            if (!(part.value > 0)) return 0
            at += part.value
            const gap = reached > 0 ? 1 : 0
            const end = Math.min(width, Math.max(reached + gap + 2, Math.round(width * at / whole)))
            const taken = Math.max(0, end - reached - gap)
            reached = end
            return taken
        })
    }

    implicitHeight: thickness
    implicitWidth: 200
    Rectangle {
        anchors.fill: parent
        radius: height / 2
        color: Theme.dTrack
    }
    Row {
        spacing: 1
        Repeater {
            model: bar.segments
            Rectangle {
                id: part
                required property int index
                required property var modelData
                readonly property bool head: index === 0
                readonly property bool tail: bar.roundEnd && index === bar.segments.length - 1
                visible: width > 0
                width: bar.widths[index] ?? 0
                height: bar.height
                radius: head || tail ? Math.min(width, height) / 2 : 0
                color: modelData.colour
                Rectangle {
                    visible: parent.radius > 0 && !part.tail
                    anchors.right: parent.right
                    width: parent.width / 2
                    height: parent.height
                    color: parent.color
                }
                Rectangle {
                    visible: parent.radius > 0 && !part.head
                    width: parent.width / 2
                    height: parent.height
                    color: parent.color
                }
            }
        }
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme

// A bar of measured parts: `segments` is a list of {value, colour}, in order; what they leave of `total` is the track.
// It jumps to true values and never animates.
Item {
    id: bar

    property var segments: []
    property real total: 1
    property real thickness: 5
    property bool roundEnd: false
    property bool alone: false

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
                visible: modelData.value > 0
                width: Math.max(2, Math.round(bar.width * Math.min(1, modelData.value / Math.max(1e-9, bar.total))) - (index > 0 ? 1 : 0))
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

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// A figure of a device and its last two minutes, a bar for each second; seconds that were not read are empty.
Column {
    id: chart

    required property string name
    required property string value
    required property list<real> history
    required property color colour

    spacing: 4
    Accessible.role: Accessible.Chart
    Accessible.name: chart.name + ": " + (chart.value !== "" ? chart.value : qsTr("not known"))
    Item {
        width: parent.width
        height: 20
        AppText { text: chart.name; font: Theme.caption; color: Theme.text2; anchors.verticalCenter: parent.verticalCenter }
        AppText { anchors { right: parent.right; verticalCenter: parent.verticalCenter } text: chart.value !== "" ? chart.value : "–"; font: Theme.figures }
    }
    Rectangle {
        id: ground
        readonly property real slot: width / Math.max(1, chart.history.length)
        width: parent.width
        height: 48
        radius: 3
        color: Theme.dTrack
        clip: true
        Repeater {
            model: chart.history.length
            Rectangle {
                required property int index
                readonly property real share: chart.history[index] ?? -1
                visible: share >= 0
                x: Math.round(index * ground.slot)
                width: Math.round((index + 1) * ground.slot) - x
                height: Math.max(1, Math.round(ground.height * share))
                y: ground.height - height
                color: chart.colour
            }
        }
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// Legend of the token colours.
Row {
    id: scale

    readonly property var steps: [["≥ 90 %", "transparent"], ["60", Theme.p0], ["30", Theme.p1], ["10", Theme.p2], ["< 10", Theme.p3]]

    spacing: 6
    Accessible.role: Accessible.StaticText
    Accessible.name: qsTr("Colours from sure, at least 90 percent, to unsure, under 10 percent")
    AppText { text: qsTr("sure"); font: Theme.caption; color: Theme.text2; height: 18; verticalAlignment: Text.AlignVCenter }
    Row {
        Repeater {
            model: scale.steps
            Rectangle {
                id: step
                required property int index
                required property var modelData
                width: index === 0 ? 46 : 34
                height: 18
                color: modelData[1]
                border.width: index === 0 ? 1 : 0
                border.color: Theme.border
                AppText { anchors.centerIn: parent; text: step.modelData[0]; font: Theme.caption }
            }
        }
    }
    AppText { text: qsTr("unsure"); font: Theme.caption; color: Theme.text2; height: 18; verticalAlignment: Text.AlignVCenter }
}

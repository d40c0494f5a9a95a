pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme

// The words of a bar: a dot and a figure for each part, in the order of the bar.
Flow {
    id: legend

    property var entries: []
    property color ink: Theme.text2
    property int dot: 7

    spacing: 10
    Repeater {
        model: legend.entries
        Row {
            required property var modelData
            spacing: 5
            Rectangle {
                width: legend.dot
                height: legend.dot
                radius: 2
                color: parent.modelData.colour
                anchors.verticalCenter: parent.verticalCenter
            }
            AppText {
                text: parent.modelData.text
                font: Theme.caption
                color: legend.ink
            }
        }
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The time between tokens, in the order of the reply; what took half as long again as usual is ember.
Column {
    id: chart

    required property ReplyTimes times
    required property NumberText numbers

    spacing: 6
    Item {
        width: parent.width
        height: 20
        AppText { text: qsTr("Between tokens"); font: Theme.section; anchors.verticalCenter: parent.verticalCenter; Accessible.role: Accessible.Heading; Accessible.name: text }
        AppText { anchors { right: parent.right; verticalCenter: parent.verticalCenter } text: qsTr("ms"); font: Theme.caption; color: Theme.text3 }
    }
    Item {
        id: bars
        readonly property real slot: width / Math.max(1, chart.times.intervals.length)
        width: parent.width
        height: 44
        Accessible.role: Accessible.Chart
        Accessible.name: qsTr("Time between tokens: ") + summary.text
        Accessible.description: why
        readonly property string why: qsTr("How long each token came after the one before. The median is what half of them stayed under, p95 what 95 of 100 did; long ones are pauses for other work.")
        HoverHandler { id: hover }
        TipLoader { control: bars; text: bars.why; shown: hover.hovered }
        Repeater {
            model: chart.times.intervals
            Rectangle {
                required property int index
                required property real modelData
                x: Math.round(index * bars.slot)
                width: Math.max(1, Math.round((index + 1) * bars.slot) - x - (bars.slot >= 3 ? 1 : 0))
                height: Math.max(1, Math.round(44 * modelData / Math.max(0.001, chart.times.longestMs)))
                y: 44 - height
                color: modelData > 1.5 * chart.times.medianMs ? Theme.ember : Theme.dScratch
            }
        }
    }
    AppText {
        id: summary
        width: parent.width
        horizontalAlignment: Text.AlignHCenter
        text: qsTr("median %1  ·  p95 %2  ·  longest %3").arg(chart.times.medianMs.toFixed(1)).arg(chart.times.p95Ms.toFixed(1)).arg(chart.times.longestMs.toFixed(1))
        font: Theme.caption
        color: Theme.text2
    }
    ExplainedText {
        width: parent.width
        visible: text !== ""
        horizontalAlignment: Text.AlignHCenter
        text: chart.times.draftsText
        why: qsTr("Drafts are guessed cheaply, and the model checks several at once. Each one that it accepts saves a step; those it refuses change nothing in the text.")
        color: Theme.text2
    }
}

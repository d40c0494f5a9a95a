pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Duration of a reply, step by step. Decode is off the scale on purpose: its bar is broken.
Column {
    id: chart

    required property ReplyTimes times
    required property NumberText numbers
    readonly property real scaleMs: Math.max(1, times.timeToFirstTokenMs)
    // A duration of 0 is unknown: a server does not tell how it built the prompt.
    readonly property var steps: allSteps.filter(step => step.ms > 0)
    readonly property var allSteps: [
        { name: qsTr("Template"), ms: times.templateMs, start: 0, colour: Theme.text3, why: qsTr("Writing the chat as one text with the marks of the model's template.") },
        { name: qsTr("Tokenise"), ms: times.tokenizeMs, start: times.templateMs, colour: Theme.text3, why: qsTr("Splitting the text into tokens.") },
        { name: times.processedTokens < 0 ? qsTr("Prefill") : qsTr("Prefill, %1").arg(numbers.count(times.processedTokens)), ms: times.prefillMs, start: times.templateMs + times.tokenizeMs, colour: Theme.emberBank, why: qsTr("Reading the tokens of the prompt that were not in the cache, many at once: it is bound by arithmetic.") },
        { name: qsTr("First token"), ms: times.firstTokenMs, start: times.timeToFirstTokenMs - times.firstTokenMs, colour: Theme.ember, why: qsTr("What is left until the first token: waiting, the last layer and the choice.") },
        { name: times.generatedTokens < 1 ? qsTr("Decode") : qsTr("Decode, %1").arg(numbers.count(times.generatedTokens - 1)), ms: times.decodeMs, start: times.timeToFirstTokenMs, colour: Theme.ember, broken: true, why: qsTr("Writing the reply, one token at a time, each of which reads all weights: it is bound by memory.") }]

    spacing: 6
    Item {
        readonly property bool tight: heading.width + sums.width + 12 > width
        width: parent.width
        height: tight ? 40 : 20
        AppText { id: heading; text: qsTr("Latency"); font: Theme.section; height: 20; verticalAlignment: Text.AlignVCenter; Accessible.role: Accessible.Heading; Accessible.name: text }
        ExplainedText {
            id: sums
            x: parent.tight ? 0 : parent.width - width
            y: parent.tight ? 20 : 0
            height: 20
            verticalAlignment: Text.AlignVCenter
            text: qsTr("%1 to the first token, %2 in all").arg(chart.numbers.duration(chart.times.timeToFirstTokenMs / 1000)).arg(chart.numbers.duration(chart.times.totalMs / 1000))
            why: qsTr("From sending until the reply began to appear, and until its last token.")
        }
    }
    Repeater {
        model: chart.steps
        Item {
            id: step
            required property var modelData
            readonly property real room: width - 84 - 72 - 24
            width: chart.width
            height: 16
            Accessible.role: Accessible.StaticText
            Accessible.name: modelData.name + ": " + value.text
            Accessible.description: modelData.why
            HoverHandler { id: hover }
            TipLoader { control: step; text: step.modelData.why; shown: hover.hovered }
            AppText { text: step.modelData.name; font: Theme.caption; color: Theme.text2; anchors.verticalCenter: parent.verticalCenter }
            Row {
                x: 84 + Math.round(step.room * Math.min(1, step.modelData.start / chart.scaleMs))
                y: 3
                spacing: 2
                Rectangle {
                    width: step.modelData.broken ? 12 : Math.max(2, Math.round(step.room * step.modelData.ms / chart.scaleMs))
                    height: 10
                    radius: width > 4 ? 2 : 0
                    color: step.modelData.colour
                }
                Repeater {
                    model: step.modelData.broken ? [4, 3] : []
                    Rectangle {
                        required property int modelData
                        width: modelData
                        height: 10
                        color: Theme.ember
                    }
                }
            }
            AppText {
                id: value
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                text: step.modelData.ms < 1000 ? step.modelData.ms.toFixed(1) + " ms" : (step.modelData.ms / 1000).toFixed(2) + " s"
                font: Theme.figures
            }
        }
    }
}

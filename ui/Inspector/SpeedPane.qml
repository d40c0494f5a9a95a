pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Why the model takes as long as it takes: what a token asks for, the roofs of this machine, and how far off guesses were.
ScrollArea {
    id: pane

    required property SpeedView speed
    property bool shown: false

    contentHeight: column.height + 2 * Theme.pageMargin
    onShownChanged: speed.shown = shown

    component Heading: AppText {
        width: parent ? parent.width : implicitWidth
        topPadding: 8
        font: Theme.section
        wrapMode: Text.Wrap
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }

    Column {
        id: column
        x: Theme.pageMargin
        y: 20
        width: pane.width - 2 * Theme.pageMargin
        spacing: Theme.gapWide
        AppText {
            width: parent.width
            text: qsTr("A machine is limited in the operations it does and the bytes it reads per second: the two roofs (Williams et al., 2009). Under the slope memory is the limit, and more tokens at once cost nothing; under the flat part arithmetic is the limit, and smaller weights gain nothing.")
            color: Theme.text2
            line: 20
            wrapMode: Text.Wrap
        }
        AppText {
            width: parent.width
            visible: text !== ""
            text: pane.speed.note !== "" ? pane.speed.note : pane.speed.measuring ? qsTr("Measuring how fast this machine multiplies with the types of these weights…") : ""
            color: Theme.text2
            line: 20
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        AppText {
            width: parent.width
            visible: text !== ""
            text: pane.speed.sentence
            font: Theme.section
            line: 20
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        RooflineChart {
            width: parent.width
            visible: pane.speed.points.length > 0
            points: pane.speed.points
            memoryRoof: pane.speed.memoryRoof
            arithmeticRoof: pane.speed.arithmeticRoof
        }
        AppText {
            width: parent.width
            visible: pane.speed.points.length > 0
            text: qsTr("Up: GFLOP/s. To the right: operations for each byte of weights. The memory gives %1 GB/s, the products at most %2 GFLOP/s, both measured. Rings, with how many tokens go at once, are computed from measured products; the disc is a reply that was measured.")
                .arg(pane.speed.memoryRoof.toFixed(1)).arg(pane.speed.arithmeticRoof.toFixed(0))
            font: Theme.caption
            color: Theme.text2
            line: 16
            wrapMode: Text.Wrap
        }
        Column {
            width: parent.width
            Repeater {
                model: pane.speed.points
                FigureRow {
                    required property var modelData
                    name: modelData.name
                    why: modelData.memoryBound ? qsTr("limited by memory: uses %1 % of its bandwidth").arg(Math.round(100 * modelData.share)) : qsTr("limited by arithmetic: uses %1 % of the memory's bandwidth").arg(Math.round(100 * modelData.share))
                    figure: modelData.measured ? qsTr("%1 GFLOP/s, measured").arg(modelData.gigaflops.toFixed(1)) : qsTr("%1 GFLOP/s").arg(modelData.gigaflops.toFixed(1))
                }
            }
        }
        Heading { visible: pane.speed.facts.length > 0; text: qsTr("What a token of a reply takes, by the shapes of the model") }
        Column {
            width: parent.width
            Repeater {
                model: pane.speed.facts
                FigureRow {
                    required property var modelData
                    name: modelData.name
                    figure: modelData.text
                    why: modelData.why
                }
            }
        }
        Heading { visible: pane.speed.told.length > 0; text: qsTr("Expected and measured, in tokens a second") }
        Column {
            width: parent.width
            Repeater {
                model: pane.speed.told
                FigureRow {
                    required property var modelData
                    name: modelData.model
                    figure: qsTr("expected %1, measured %2: %3").arg(modelData.expected).arg(modelData.measured).arg(modelData.off)
                }
            }
        }
        AppButton {
            visible: pane.speed.points.length > 0
            small: true
            enabled: !pane.speed.measuring
            text: qsTr("Measure again")
            onClicked: pane.speed.measureAgain()
        }
    }
}

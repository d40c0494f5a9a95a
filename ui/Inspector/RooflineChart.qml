pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// Work a second against work for each byte, both in powers of ten: the roofs of a machine, and points below them. What was
// computed is a ring, what was measured a disc.
Item {
    id: chart

    property var points: []
    property real memoryRoof: 0       // GB/s
    property real arithmeticRoof: 0   // GFLOP/s
    readonly property real labelsWidth: 44
    readonly property real labelsHeight: 22
    // Whole powers of ten around all that is drawn.
    readonly property real minX: 0
    readonly property real maxX: Math.ceil(Math.log10(Math.max(10, ...points.map(point => point.flopsPerByte), 2 * arithmeticRoof / Math.max(0.001, memoryRoof))))
    readonly property real maxY: Math.ceil(Math.log10(Math.max(10, 1.2 * arithmeticRoof)))
    readonly property real minY: Math.floor(Math.log10(Math.max(0.01, Math.min(memoryRoof, ...points.map(point => point.gigaflops)))))

    function atX(flopsPerByte: real): real { return labelsWidth + (width - labelsWidth - 8) * (Math.log10(Math.max(1, flopsPerByte)) - minX) / Math.max(1, maxX - minX) }
    function atY(gigaflops: real): real { return (height - labelsHeight - 8) * (maxY - Math.log10(Math.max(1e-6, gigaflops))) / Math.max(1, maxY - minY) + 8 }
    function powers(from: real, to: real): var { return Array.from({ length: Math.max(0, to - from + 1) }, (none, index) => from + index) }

    implicitHeight: 240
    Accessible.role: Accessible.Chart
    Accessible.name: qsTr("Work a second against work for each byte: ") + points.map(point => point.name + " " + point.gigaflops.toFixed(1) + " GFLOP/s").join(", ")

    Repeater {
        model: chart.powers(chart.minY, chart.maxY)
        Item {
            id: level
            required property real modelData
            y: Math.round(chart.atY(Math.pow(10, modelData)))
            Rectangle { x: chart.labelsWidth; width: chart.width - chart.labelsWidth - 8; height: 1; color: Theme.hairline }
            AppText { x: chart.labelsWidth - 8 - width; y: -height / 2; text: String(Math.pow(10, level.modelData)); font: Theme.figures; color: Theme.text3 }
        }
    }
    Repeater {
        model: chart.powers(chart.minX, chart.maxX)
        AppText {
            required property real modelData
            x: Math.round(chart.atX(Math.pow(10, modelData)) - (modelData === chart.minX ? 0 : modelData === chart.maxX ? width : width / 2))
            y: chart.height - chart.labelsHeight + 4
            text: String(Math.pow(10, modelData))
            font: Theme.figures
            color: Theme.text3
        }
    }
    Canvas {
        id: roofs
        readonly property var watched: [chart.memoryRoof, chart.arithmeticRoof, chart.points, Theme.dark, chart.width]
        anchors.fill: parent
        onWatchedChanged: requestPaint()
        onPaint: {
            const context = getContext("2d")
            context.reset()
            if (chart.memoryRoof <= 0 || chart.arithmeticRoof <= 0) return
            const ridge = chart.arithmeticRoof / chart.memoryRoof
            context.strokeStyle = Theme.dWeights
            context.lineWidth = 2
            context.beginPath()
            context.moveTo(chart.atX(1), chart.atY(chart.memoryRoof))
            context.lineTo(chart.atX(ridge), chart.atY(chart.arithmeticRoof))
            context.lineTo(chart.width - 8, chart.atY(chart.arithmeticRoof))
            context.stroke()
        }
    }
    Repeater {
        model: chart.points
        Rectangle {
            required property var modelData
            x: Math.round(chart.atX(modelData.flopsPerByte) - 5)
            y: Math.round(chart.atY(modelData.gigaflops) - 5)
            width: 10
            height: 10
            radius: 5
            color: modelData.measured ? Theme.ember : Theme.window
            border.width: 2
            border.color: modelData.memoryBound ? Theme.ember : Theme.info
            AppText {
                visible: parent.modelData.rows > 0
                anchors { bottom: parent.top; bottomMargin: 2; horizontalCenter: parent.horizontalCenter }
                text: qsTr("%1×").arg(parent.modelData.rows ?? 0)
                font: Theme.caption
                color: Theme.text2
            }
        }
    }
}

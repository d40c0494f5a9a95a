pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Load of the processor and the graphics cards now and in the last two minutes, and the contents of their memory.
SettingsPage {
    id: page

    required property MachineWatch watch
    required property EngineStatus engine
    readonly property ModelMemory memory: engine.memory
    required property SandboxNote sandbox
    required property DocumentVectors vectors
    required property RerankerChoice reranker

    title: qsTr("Machine")
    NumberText { id: numbers }
    Repeater {
        model: page.watch
        Column {
            id: device
            required property int index
            required property string name
            required property string busy
            required property string memory
            required property string temperature
            required property string power
            required property var busyHistory
            required property var memoryHistory
            readonly property bool tight: width < 460
            width: page.width
            topPadding: index > 0 ? 20 : 4
            spacing: 4
            AppText {
                width: parent.width
                text: device.name
                font: Theme.section
                elide: Text.ElideRight
                Accessible.role: Accessible.Heading
                Accessible.name: text
            }
            Grid {
                width: parent.width
                columns: device.tight ? 1 : 2
                columnSpacing: 16
                rowSpacing: 8
                readonly property real half: device.tight ? width : (width - columnSpacing) / 2
                HistoryChart { width: parent.half; name: qsTr("In use"); value: device.busy; history: device.busyHistory; colour: Theme.ember }
                HistoryChart { width: parent.half; name: qsTr("Memory"); value: device.memory; history: device.memoryHistory; colour: Theme.dWeights }
            }
            AppText {
                visible: text !== ""
                text: device.temperature !== "" && device.power !== "" ? device.temperature + "  ·  " + device.power : device.temperature + device.power
                font: Theme.caption
                color: Theme.text2
            }
        }
    }
    AppText {
        topPadding: 12
        width: parent.width
        text: page.watch.lines.length > 0 ? qsTr("The last two minutes, as far as this page was open or a reply was being written. A card that is not asked can sleep.")
                                          : qsTr("Reading what the devices do…")
        font: Theme.caption
        color: Theme.text3
        wrapMode: Text.Wrap
    }
    Item { width: 1; height: 20 }
    AppText {
        text: qsTr("Memory use")
        font: Theme.section
        height: 28
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    FactRow { indent: 0; name: qsTr("Model"); value: page.engine.ready ? page.engine.modelName + " · " + page.engine.device.text : qsTr("none loaded") }
    FactRow { indent: 0; visible: page.engine.ready && page.memory.weightsBytes > 0; name: qsTr("Weights"); value: numbers.memoryWithUnit(page.memory.weightsBytes) }
    FactRow {
        indent: 0
        visible: page.engine.ready && page.memory.kvBytes > 0
        name: qsTr("KV cache")
        value: qsTr("%1 now, %2 at most").arg(numbers.memoryWithUnit(page.memory.kvTakenBytes)).arg(numbers.memoryWithUnit(page.memory.kvBytes))
    }
    FactRow { indent: 0; visible: page.engine.ready && page.memory.scratchBytes > 0; name: qsTr("Scratch"); value: numbers.memoryWithUnit(page.memory.scratchBytes) }
    FactRow { indent: 0; visible: page.engine.ready && page.memory.draftBytes > 0; name: qsTr("Draft model"); value: numbers.memoryWithUnit(page.memory.draftBytes) }
    FactRow { indent: 0; visible: page.engine.ready && page.memory.visionBytes > 0; name: qsTr("Pictures"); value: numbers.memoryWithUnit(page.memory.visionBytes) }
    FactRow {
        indent: 0
        visible: page.engine.ready && page.memory.expertCount > 0
        name: qsTr("Experts")
        value: qsTr("%1 of %2 of a layer on the card, all of them in memory (%3)").arg(page.memory.expertsOnCard).arg(page.memory.expertCount).arg(numbers.memoryWithUnit(page.memory.expertBytes))
    }
    FactRow {
        indent: 0
        visible: page.engine.ready && page.memory.expertCount > 0 && page.memory.expertHitRate >= 0
        name: qsTr("Found on the card")
        value: qsTr("%1 % of the uses, %2 copied").arg(numbers.fixed(100 * page.memory.expertHitRate, 1)).arg(numbers.memoryWithUnit(page.memory.expertCopiedBytes))
    }
    Item { width: 1; height: 20 }
    AppText {
        text: qsTr("Safety")
        font: Theme.section
        height: 28
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    FactRow { indent: 0; visible: page.engine.device.placeText !== ""; name: qsTr("Model"); value: page.engine.device.placeText }
    FactRow { indent: 28; bad: true; visible: value !== ""; name: qsTr("Embedding model"); value: page.vectors.placeNote }
    FactRow { indent: 28; bad: true; visible: value !== ""; name: qsTr("Reranker"); value: page.reranker.placeNote }
    FactRow {
        indent: page.sandbox.weak ? 28 : 0
        bad: page.sandbox.weak
        name: qsTr("Sandbox for pictures")
        value: page.sandbox.text
    }
    Component.onCompleted: {
        page.watch.setWatchedBy("page", true)
        page.sandbox.ask()
    }
    Component.onDestruction: page.watch.setWatchedBy("page", false)
}

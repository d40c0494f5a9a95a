import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components
import Hearth.Models

// System prompt, context length and KV precision. Length and precision need the model to be loaded again, so they wait
// for Apply, which shows the cost.
Item {
    id: tab

    required property ChatController chat
    required property EngineStatus engine
    required property AppSettings settings
    required property PromptListModel prompts
    required property DraftChoices drafts
    required property KvCosts costs
    readonly property var steps: [2048, 4096, 8192, 16384, 32768, 65536, 131072]
    readonly property int runningLength: engine.ready && engine.context.length > 0 ? engine.context.length
                                                                                   : settings.engine.contextLength > 0 ? settings.engine.contextLength : 8192
    property int plannedLength: runningLength
    readonly property string runningType: engine.ready ? engine.context.kvType : settings.engine.kvType
    property string plannedType: runningType
    readonly property bool planned: plannedLength !== runningLength || plannedType !== runningType || speculation.planned !== engine.speculation.draftPath
    readonly property bool beyondTraining: engine.ready && engine.context.trainedLength > 0 && plannedLength > engine.context.trainedLength
    readonly property real plannedKv: engine.ready ? engine.memory.kvBytesAt(plannedLength, plannedType) : 0
    readonly property real more: plannedKv - engine.memory.kvBytes

    NumberText { id: figures }
    ScrollArea {
        anchors { fill: parent; bottomMargin: tab.planned ? 64 : 0 }
        contentHeight: column.height + 32
        Column {
            id: column
            x: 15
            y: 12
            width: tab.width - 31
            spacing: 10
            SectionHead { width: parent.width; text: qsTr("System prompt"); note: qsTr("for this chat") }
            AppTextArea {
                width: parent.width
                name: qsTr("System prompt")
                placeholderText: qsTr("What the model should keep in mind in every reply")
                text: tab.chat.systemPrompt
                onEdited: tab.chat.systemPrompt = text
            }
            PromptLibrary {
                width: parent.width
                prompts: tab.prompts
                text: tab.chat.systemPrompt
                onChosen: text => tab.chat.systemPrompt = text
            }
            Item { width: 1; height: 2 }
            Item {
                width: parent.width
                height: 24
                SectionHead { text: qsTr("Context length"); anchors.verticalCenter: parent.verticalCenter }
                NumberField {
                    anchors.right: parent.right
                    implicitWidth: 72
                    name: qsTr("Context length in tokens")
                    from: 512
                    to: 1048576
                    stepSize: 512
                    decimals: 0
                    value: tab.plannedLength
                    onCommitted: value => tab.plannedLength = value
                }
            }
            AppSlider {
                width: parent.width
                name: qsTr("Context length")
                from: 0
                to: tab.steps.length - 1
                stepSize: 1
                snapMode: T.Slider.SnapAlways
                ticks: [1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6]
                value: Math.log2(Math.max(2048, Math.min(131072, tab.plannedLength)) / 2048)
                onMoved: tab.plannedLength = tab.steps[Math.round(value)]
            }
            StepLabels {
                width: parent.width
                height: 10
                labels: ["2k", "4k", "8k", "16k", "32k", "64k", "128k"]
                current: tab.steps.indexOf(tab.plannedLength)
            }
            SegmentBar {
                width: parent.width
                thickness: 8
                total: Math.max(1, tab.engine.memory.totalBytes)
                segments: [{ value: tab.engine.memory.weightsBytes, colour: Theme.dWeights }, { value: Math.min(tab.engine.memory.kvBytes, tab.plannedKv), colour: Theme.ember },
                           { value: Math.max(0, tab.more), colour: Theme.emberBank }, { value: tab.engine.memory.scratchBytes, colour: Theme.dScratch }]
                visible: tab.engine.ready
            }
            ContextCost {
                width: parent.width
                visible: tab.engine.ready
                more: tab.more
                other: speculation.more
                free: tab.engine.memory.freeBytes
                total: tab.engine.memory.totalBytes
                beyond: tab.beyondTraining
                numbers: figures
            }
            AppText {
                width: parent.width
                visible: text !== ""
                text: tab.engine.ready ? tab.engine.context.noteAt(tab.plannedLength) : ""
                font: Theme.caption
                color: tab.beyondTraining ? Theme.warn : Theme.text2
                line: 16
                wrapMode: Text.Wrap
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }
            Item { width: 1; height: 2 }
            SectionHead { width: parent.width; visible: kvTypes.visible; text: qsTr("KV precision"); note: qsTr("one chat of %1").arg(figures.count(tab.plannedLength)) }
            KvTypeChoice {
                id: kvTypes
                width: parent.width
                visible: tab.engine.device.remoteHost === "" && !tab.engine.routed
                costs: tab.costs
                path: tab.engine.modelPath
                running: tab.runningType
                current: tab.plannedType
                bytes: shown.reduce((all, name) => {
                    all[name] = tab.engine.ready ? tab.engine.memory.kvConversationBytesAt(tab.plannedLength, name) : 0
                    return all
                }, {})
                onChosen: type => tab.plannedType = type
            }
            Item { width: 1; height: 2 }
            OverflowChoice { width: parent.width; context: tab.chat.fullContext }
            SpeculationChoice {
                id: speculation
                width: parent.width
                settings: tab.settings
                engine: tab.engine
                drafts: tab.drafts
                numbers: figures
            }
        }
    }
    ApplyBar {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        visible: tab.planned
        onUndone: { tab.plannedLength = tab.runningLength; tab.plannedType = tab.runningType; speculation.planned = tab.engine.speculation.draftPath }
        onApplied: {
            if (speculation.planned !== tab.engine.speculation.draftPath) tab.settings.models.setDraftModel(tab.engine.modelPath, speculation.planned)
            // Only what was changed is kept for this model.
            if (tab.plannedLength !== tab.runningLength || tab.plannedType !== tab.runningType) tab.engine.reloadWith(tab.plannedLength, tab.plannedType)
            else tab.engine.reload()
        }
    }
}

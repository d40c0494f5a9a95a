pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The types of a model's KV cache, a line each: what a chat takes with it, and by how much it predicts less well than with
// 16 bits. One of which that is not known cannot be chosen, unless it cannot be known.
Column {
    id: choice

    required property KvCosts costs
    /// The model, the type it has, the one that is chosen, and what a chat takes by name of a type (nothing: not known).
    property string path: ""
    property string running: "f16"
    property string current: running
    property var bytes: ({})
    readonly property var names: ["f16", "q8_0", "q8_0:q4_0", "q4_0"]
    readonly property var shown: names.includes(running) ? names : names.concat([running])
    readonly property var own: costs.known[path] ?? ({})
    readonly property bool inUse: path !== "" && costs.path === path
    readonly property bool failed: inUse && costs.problem !== ""
    readonly property bool measured: names.every(name => name === "f16" || own[name] !== undefined)
    readonly property string note: measured || path === "" ? ""
        : failed ? qsTr("What fewer bits cost this model could not be measured. %1").arg(costs.problem)
        : inUse && !costs.pending ? ""
        : inUse ? qsTr("What fewer bits cost this model is measured once, while it rests. Then they can be chosen.")
        : qsTr("What fewer bits cost is measured when this model is in use. Then they can be chosen.")
    readonly property real costWidth: 72
    readonly property real memoryWidth: 80

    signal chosen(string type)

    function labelOf(name: string): string {
        return { "f16": qsTr("16 bits"), "q8_0": qsTr("8 bits"), "q8_0:q4_0": qsTr("8 and 4 bits"), "q4_0": qsTr("4 bits") }[name] ?? name
    }
    function mayChoose(name: string): bool {
        return name === "f16" || name === running || failed || own[name] !== undefined
    }
    function costOf(name: string): string {
        if (name === "f16") return "–"
        const more = own[name]
        if (more === undefined) return inUse && !failed && costs.pending ? qsTr("not yet") : qsTr("unknown")
        return qsTr("+%1 %").arg(figures.fixed(100 * more, 2))
    }

    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("KV precision")
    NumberText { id: figures }
    Item {
        width: choice.width
        height: 20
        AppText {
            x: choice.width - choice.costWidth - choice.memoryWidth
            width: choice.memoryWidth
            horizontalAlignment: Text.AlignRight
            text: qsTr("Memory")
            font: Theme.caption
            color: Theme.text3
        }
        AppText {
            x: choice.width - choice.costWidth
            width: choice.costWidth
            horizontalAlignment: Text.AlignRight
            text: qsTr("Perplexity")
            font: Theme.caption
            color: Theme.text3
        }
    }
    Repeater {
        model: choice.shown
        AppRadio {
            id: row
            required property string modelData
            readonly property string memory: (choice.bytes[modelData] ?? 0) > 0 ? figures.memoryWithUnit(choice.bytes[modelData]) : ""
            readonly property bool much: (choice.own[modelData] ?? 0) >= 0.03
            width: choice.width
            rightPadding: choice.costWidth + choice.memoryWidth
            text: choice.labelOf(modelData)
            enabled: choice.mayChoose(modelData)
            autoExclusive: false
            checked: choice.current === modelData
            Accessible.description: qsTr("memory %1, perplexity %2").arg(memory).arg(cost.text)
            // A click checks it; what counts is what was chosen.
            onToggled: { choice.chosen(modelData); checked = Qt.binding(() => choice.current === modelData) }
            AppText {
                x: choice.width - choice.costWidth - choice.memoryWidth
                width: choice.memoryWidth
                anchors.verticalCenter: parent.verticalCenter
                horizontalAlignment: Text.AlignRight
                text: row.memory
                font: Theme.figures
                color: row.enabled ? Theme.text2 : Theme.textOff
            }
            AppText {
                id: cost
                x: choice.width - choice.costWidth
                width: choice.costWidth
                anchors.verticalCenter: parent.verticalCenter
                horizontalAlignment: Text.AlignRight
                text: choice.costOf(row.modelData)
                font: choice.own[row.modelData] === undefined ? Theme.caption : Theme.figures
                color: !row.enabled ? Theme.textOff : row.much ? Theme.warn : Theme.text2
            }
        }
    }
    AppText {
        width: choice.width
        topPadding: 4
        visible: choice.note !== ""
        text: choice.note
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
}

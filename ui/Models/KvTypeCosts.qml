import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// What the types of a model's KV cache cost it, a line each, or why that is not known. `types` are those to offer: of which it
// is known, and the chosen one.
Column {
    id: view

    required property KvCosts costs
    /// The model, its type, and what a chat takes by name of a type (nothing: not known).
    property string path: ""
    property string chosen: "f16"
    property var bytes: ({})
    readonly property var names: ["f16", "q8_0", "q4_0"]
    readonly property var own: costs.known[path] ?? ({})
    readonly property bool inUse: path !== "" && costs.path === path
    readonly property bool failed: inUse && costs.problem !== ""
    readonly property var measured: names.filter(name => own[name] !== undefined)
    readonly property var types: names.filter(name => name === "f16" || name === chosen || failed || measured.includes(name))
        .concat(names.includes(chosen) ? [] : [chosen])
    readonly property string note: measured.length > 0 || path === "" ? ""
        : failed ? qsTr("What 8 and 4 bits cost this model could not be measured. %1").arg(costs.problem)
        : inUse && !costs.pending ? ""
        : inUse ? qsTr("8 and 4 bits are offered when it is known what they cost this model. That is measured once, while it rests.")
        : qsTr("8 and 4 bits are offered when this model has been in use and it is known what they cost it.")

    function lineOf(name: string): string {
        const percent = 100 * own[name]
        const more = (percent < 0 ? "" : "+") + figures.fixed(percent, 2)
        const share = (bytes["f16"] ?? 0) > 0 ? Math.round(100 * bytes[name] / bytes["f16"]) : 0
        return share > 0 ? qsTr("%1: %2 % perplexity, %3 % of the memory").arg(name).arg(more).arg(share)
                         : qsTr("%1: %2 % perplexity").arg(name).arg(more)
    }

    spacing: 2
    visible: measured.length > 0 || note !== ""
    NumberText { id: figures }
    Repeater {
        model: view.measured
        AppText {
            required property string modelData
            width: view.width
            text: view.lineOf(modelData)
            font: Theme.caption
            color: Theme.text2
            line: 16
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
    }
    AppText {
        width: view.width
        visible: view.note !== ""
        text: view.note
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
}

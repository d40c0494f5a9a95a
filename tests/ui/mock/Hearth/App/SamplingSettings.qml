import QtQuick

QtObject {
    id: settings
    property real temperature: 0.7
    property int topK: 40
    property real topP: 0.92
    property real minP: 0.05
    property real repeatPenalty: 1
    property real presencePenalty: 0
    property real frequencyPenalty: 0
    property int penaltyLastN: 64
    property int maxTokens: 2048
    property string seed: ""
    property var stop: ["###", "\\n\\nUser:"]
    property string presetName: "Balanced"
    property bool changed: false
    property ReplyChoices choices: ReplyChoices {}
    property SamplingDefaults defaults: SamplingDefaults {}
    property SamplingRanges ranges: SamplingRanges {}
    function value(name) { return settings[name] }
    function setValue(name, x) { settings[name] = x; changed = true; valuesChanged() }
    function isChanged(name) { return changed && name === "minP" }
    function reset(name) {}
    function resetAll() { changed = false }
    function rollSeed() { seed = "271828" }
    property var calls: []
    function saveAsModelDefault() { calls.push(["saveAsModelDefault"]) }
    function saveAsDefault() { calls.push(["saveAsDefault"]) }
    signal valuesChanged()
}

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
    property bool reuseReplies: true
    property string thinking: ""
    property string effort: ""
    property bool changed: false
    readonly property var table: ({ temperature: [0, 2, 0.05, NaN, 2], topK: [0, 100, 1, 0, 0], topP: [0, 1, 0.01, 1, 2], minP: [0, 0.5, 0.01, 0, 2],
        repeatPenalty: [1, 2, 0.05, 1, 2], presencePenalty: [-2, 2, 0.1, 0, 2], frequencyPenalty: [-2, 2, 0.1, 0, 2], maxTokens: [-1, 32768, 256, -1, 0], penaltyLastN: [0, 512, 16, 0, 0] })
    function value(name) { return settings[name] }
    function setValue(name, x) { settings[name] = x; changed = true; valuesChanged() }
    function isChanged(name) { return changed && name === "minP" }
    function reset(name) {}
    function resetAll() { changed = false }
    function from(name) { return table[name][0] }
    function to(name) { return table[name][1] }
    function stepSize(name) { return table[name][2] }
    function neutral(name) { return table[name][3] }
    function decimals(name) { return table[name][4] }
    function describe(name) { return "What " + name + " does." }
    function rollSeed() { seed = "271828" }
    property var calls: []
    property bool modelHasDefault: false
    property bool hasDefault: false
    function saveAsModelDefault() { calls.push(["saveAsModelDefault"]) }
    function saveAsDefault() { calls.push(["saveAsDefault"]) }
    function forgetModelDefault() { calls.push(["forgetModelDefault"]) }
    function forgetDefault() { calls.push(["forgetDefault"]) }
    signal valuesChanged()
}

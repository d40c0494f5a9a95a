import QtQuick

QtObject {
    readonly property var table: ({ temperature: [0, 2, 0.05, NaN, 2], topK: [0, 100, 1, 0, 0], topP: [0, 1, 0.01, 1, 2], minP: [0, 0.5, 0.01, 0, 2],
        repeatPenalty: [1, 2, 0.05, 1, 2], presencePenalty: [-2, 2, 0.1, 0, 2], frequencyPenalty: [-2, 2, 0.1, 0, 2], maxTokens: [-1, 32768, 256, -1, 0], penaltyLastN: [0, 512, 16, 0, 0] })
    function from(name) { return table[name][0] }
    function to(name) { return table[name][1] }
    function stepSize(name) { return table[name][2] }
    function neutral(name) { return table[name][3] }
    function decimals(name) { return table[name][4] }
    function describe(name) { return "What " + name + " does." }
}

import QtQuick

QtObject {
    property string path: ""
    property bool busy: false
    property string parametersText: "8.03 billion"
    property var groups: [{ name: "Feed-forward", text: "5,637 M 70 %", share: 0.7 }, { name: "Attention", text: "1,342 M 17 %", share: 0.17 },
                          { name: "Embeddings", text: "525 M 7 %", share: 0.065 }, { name: "Output", text: "525 M 7 %", share: 0.065 },
                          { name: "Norms", text: "0.3 M 0.0 %", share: 0.0001 }]
    property var contexts: ["8k", "32k", "128k"]
    property var memory: [
        { precision: "Q4_K_M", thisFile: true, weights: "4.6", cells: [{ text: "5.9", fits: 0 }, { text: "8.9", fits: 0 }, { text: "21.0", fits: 1 }] },
        { precision: "Q8_0", thisFile: false, weights: "8.0", cells: [{ text: "9.3", fits: 0 }, { text: "12.3", fits: 1 }, { text: "24.4", fits: 1 }] },
        { precision: "F16", thisFile: false, weights: "15.0", cells: [{ text: "16.3", fits: 1 }, { text: "19.3", fits: 1 }, { text: "31.4", fits: 2 }] }]
    property var lines: [{ name: "Author", value: "DeepSeek" }, { name: "Shape", value: "llama, 32 layers" }, { name: "Vocabulary", value: "128,256 tokens" }, { name: "Template", value: "its own" }]
    property string description: ""
}

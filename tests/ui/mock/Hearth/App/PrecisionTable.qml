import QtQuick

QtObject {
    property var subjects: ["This model", "Llama 2 7B", "Llama 2 13B", "Llama 2 70B"]
    property int subject: 0
    property string parametersText: "DeepSeek R1 Distill 8B: 8.03 billion parameters"
    property var contexts: ["4k", "8k", "32k", "128k"]
    property bool shown: false
    function cells(weights) { return [0.5, 1, 4, 16].map(kv => ({ text: (weights + kv).toFixed(1), fits: weights + kv < 12 ? 0 : weights + kv < 24 ? 1 : 2 })) }
    property var rows: [["FP32", 29.9], ["FP16, BF16", 15], ["INT8", 7.95], ["FP8", 7.48], ["Q4_K_M", 4.58], ["INT4", 4.21]]
        .map(row => ({ precision: row[0], thisFile: row[0] === "Q4_K_M", weights: row[1].toFixed(1), cells: cells(row[1]) }))
    property var cacheRows: [{ name: "16 bits", cells: ["0.50", "1.00", "4.00", "16.0"] }, { name: "8 bits", cells: ["0.26", "0.52", "2.07", "8.3"] },
        { name: "4 bits", cells: ["0.15", "0.29", "1.15", "4.6"] }]
    property var places: [{ name: "Memory of this computer, 31 GB", text: "up to FP16, BF16, 16 GB with 8k of context", fits: 0 },
        { name: "NVIDIA GeForce RTX 4070, 12.0 GB", text: "up to INT8, 9.0 GB with 8k of context", fits: 0 }]
}

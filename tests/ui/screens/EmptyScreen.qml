import QtQuick

// 09: nothing written yet.
Base {
    mock.conversations.rows: []
    mock.chat.title: ""
    mock.engine.modelName: "SmolLM2 360M"
    mock.engine.quantization: "Q8_0"
    mock.engine.device.text: "CPU, 8 threads, AVX-512"
    mock.engine.device.reason: "No NVIDIA driver was found. If there is an NVIDIA card, install its driver and check again."
    mock.chat.figures.contextCached: 0
    mock.chat.figures.contextNew: 0
    mock.chat.figures.contextFree: 8192
}

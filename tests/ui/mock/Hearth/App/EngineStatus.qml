import QtQuick

QtObject {
    id: engine

    readonly property real gb: 1073741824
    property bool ready: true
    property OpenModels models: OpenModels {}
    property ModelMemory memory: ModelMemory { contextLength: engine.context.length }
    property ModelDevice device: ModelDevice {}
    property ModelContext context: ModelContext {}
    property ModelSpeculation speculation: ModelSpeculation {}
    property ModelAbilities abilities: ModelAbilities {}
    property bool resting: false
    property string awaitedPath: ""
    property bool loading: false
    property real loadFraction: 0
    property string loadStep: ""
    property string modelName: "DeepSeek R1 Distill 8B"
    property string quantization: "Q4_K_M"
    property bool seesPictures: true
    signal becameReady()
    property string modelPath: "/models/deepseek.gguf"
    property bool routed: false
    property string errorText: ""
    property var calls: []
    function load(path) { calls.push(["load", path]) }
    function reloadWith(length, type) { calls.push(["reloadWith", length, type]) }
    function reload() { calls.push(["reload"]) }
    function unload() { calls.push(["unload"]) }
    function cancelLoad() { calls.push(["cancelLoad"]) }
}

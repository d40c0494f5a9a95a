import QtQuick

QtObject {
    readonly property real gb: 1073741824
    property bool ready: true
    property OpenModels models: OpenModels {}
    property bool resting: false
    property string awaitedPath: ""
    property bool loading: false
    property real loadFraction: 0
    property string loadStep: ""
    property string modelName: "DeepSeek R1 Distill 8B"
    property string quantization: "Q4_K_M"
    property string deviceText: "GPU · 33/33 layers"
    property string reason: ""
    property bool canCheckAgain: reason !== ""
    property string templateNote: ""
    property real weightsBytes: 4.6 * gb
    property real kvBytes: 1.0 * gb
    property real kvTakenBytes: kvBytes
    property real kvConversationBytes: 0.3 * gb
    property int trainedLength: 131072
    property string kvType: "f16"
    function kvConversationBytesAt(length, type) { return kvConversationBytes * length / Math.max(1, contextLength) * ({ "f16": 1, "q8_0": 0.54, "q8_0:q4_0": 0.42, "q4_0": 0.31 })[type] }
    function contextNote(length) { return length > trainedLength ? "Trained on " + trainedLength + " tokens. Beyond that, no scaling is used and replies quickly lose their sense." : "" }
    function kvBytesAt(length, type) { return kvBytes * length / Math.max(1, contextLength) * ({ "f16": 1, "q8_0": 0.54, "q8_0:q4_0": 0.42, "q4_0": 0.31 })[type] }
    property real scratchBytes: 0.3 * gb
    property int expertCount: 0
    property int expertsOnCard: 0
    property real expertBytes: 0
    property real expertHitRate: 0
    property real expertCopiedBytes: 0
    property real freeBytes: 6.1 * gb
    property real totalBytes: 12 * gb
    property bool canSpeculate: true
    property bool hasMtp: false
    property string draftPath: ""
    property real draftBytes: 0
    property string draftProblem: ""
    property bool seesPictures: true
    property real visionBytes: 0
    property string visionProblem: ""
    property real lookupGain: 0
    property real draftGain: 0
    signal becameReady()
    property bool canSwitchThinking: false
    property bool canSetEffort: false
    property bool hasPenaltyWindow: true
    property int contextLength: 8192
    property bool contextKnown: true
    property string modelPath: "/models/deepseek.gguf"
    property string remoteHost: ""
    property bool routed: false
    property string largeHost: ""
    property string errorText: ""
    property var calls: []
    function load(path) { calls.push(["load", path]) }
    function reloadWith(length, type) { calls.push(["reloadWith", length, type]) }
    function reload() { calls.push(["reload"]) }
    function unload() { calls.push(["unload"]) }
    function cancelLoad() { calls.push(["cancelLoad"]) }
}

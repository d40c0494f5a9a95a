import QtQuick

QtObject {
    readonly property real gb: 1073741824
    property string path: ""
    property bool known: true
    property int contextLength: 8192
    property string kvType: "f16"
    property var kvTypeBytes: ({ "f16": 0.3 * gb, "q8_0": 0.162 * gb, "q8_0:q4_0": 0.127 * gb, "q4_0": 0.092 * gb })
    property int threads: 0
    property int gpuLayers: -1
    property bool gpuThere: true
    property int layers: 32
    property bool own: false
    property bool waits: false
    property real weightsBytes: 4.6 * gb
    property real kvBytes: 1.0 * gb
    property real kvConversationBytes: 0.3 * gb
    property real totalBytes: 5.9 * gb
    property real visionBytes: 0
    property real lackingBytes: 0
    property string note: contextLength > 131072 ? "Trained on 131,072 tokens." : ""
    property var calls: []
    function reset() { calls.push(["reset"]) }
    function apply() { calls.push(["apply"]) }
}

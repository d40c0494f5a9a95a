import QtQuick

QtObject {
    property string modelName: "DeepSeek R1 Distill 8B"
    property real seconds: 1.4
    property bool starter: false
    property real bytes: 5.9 * 1073741824
    property string goneText: ""
    function closeGone() { goneText = "" }
    property var calls: []
    function loadLast() { calls.push(["loadLast"]) }
}

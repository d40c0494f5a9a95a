import QtQuick

QtObject {
    property var smallNames: ["Qwen 2.5 0.5B Q4_K_M", "Qwen 2.5 7B Q4_K_M"]
    property var largeNames: ["Qwen 2.5 0.5B Q4_K_M", "Qwen 2.5 7B Q4_K_M", "Llama 3.3 70B on rack.lan"]
    property int smallIndex: -1
    property int largeIndex: -1
    property bool chosen: smallIndex >= 0 && largeIndex >= 0
    property bool current: false
    property string summary: chosen ? smallNames[smallIndex] + "; " + largeNames[largeIndex] + " for hard requests" : ""
    property string problem: ""
    property string note: ""
    property bool smallAlone: problem !== ""
    property string figures: ""
    property var calls: []
    function load() { calls.push(["load"]) }
    function loadSmall() { calls.push(["loadSmall"]) }
}

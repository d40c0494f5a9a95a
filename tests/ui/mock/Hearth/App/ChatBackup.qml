import QtQuick

QtObject {
    property bool running: false
    property real fraction: 0
    property bool memoryOnly: false
    property bool losing: false
    property var calls: []
    signal written()
    signal failed(string title, string body)
    function fileName() { return "hearth.db" }
    function writeTo(url) { calls.push(["writeTo", String(url)]) }
    function cancel() { calls.push(["cancel"]) }
    function wouldLose() { return losing }
    function stopAsking() { losing = false; calls.push(["stopAsking"]) }
}

import QtQuick

QtObject {
    property string path: ""
    property var choices: []
    property bool running: false
    property double fraction: 0
    property string status: ""
    property bool failed: false
    property var calls: []
    property string calibrationName: ""
    function calibrateWith(url) { calls.push(["calibrateWith", url]) }
    function start(choice) { calls.push(["start", choice]) }
    function cancel() { calls.push(["cancel"]) }
}

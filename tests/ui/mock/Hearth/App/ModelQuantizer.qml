import QtQuick

QtObject {
    property string path: ""
    property var choices: []
    property bool running: false
    property double fraction: 0
    property string status: ""
    property bool failed: false
    property var calls: []
    function start(choice) { calls.push(["start", choice]) }
    function cancel() { calls.push(["cancel"]) }
}

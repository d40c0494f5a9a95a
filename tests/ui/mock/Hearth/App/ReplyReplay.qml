import QtQuick

QtObject {
    property bool running: false
    property string verdict: ""
    property bool sameText: false
    property var calls: []
    function run() { calls.push(["run"]) }
}

import QtQuick

QtObject {
    property bool keeping: false
    property bool closing: false
    property real fraction: 0
    property bool free: true
    property var calls: []
    signal readyToClose(bool late)
    function mayClose() { calls.push(["mayClose"]); return free }
    function stay() { calls.push(["stay"]) }
}

import QtQuick

QtObject {
    property int count: 0
    property var calls: []
    function stop(id) { calls.push(["stop", id]) }
    function stopAll() { calls.push(["stopAll"]) }
}

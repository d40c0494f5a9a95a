import QtQuick

QtObject {
    property int count: 1
    property real otherBytes: 0
    property var calls: []
    function close(path) { calls.push(["close", path]) }
    function keepLoaded(path, keeps) { calls.push(["keepLoaded", path, keeps]) }
}

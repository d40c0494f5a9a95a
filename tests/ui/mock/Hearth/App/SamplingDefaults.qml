import QtQuick

QtObject {
    property bool ofModel: false
    property bool ofAll: false
    property var calls: []
    function forgetOfModel() { calls.push(["forgetOfModel"]) }
    function forgetOfAll() { calls.push(["forgetOfAll"]) }
}

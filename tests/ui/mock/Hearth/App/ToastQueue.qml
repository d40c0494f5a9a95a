import QtQuick

QtObject {
    property string message: ""
    property string actionText: ""
    property bool visible: message !== ""
    property bool held: false
    property var calls: []
    function act() { calls.push(["act"]); message = "" }
    function dismiss() { message = "" }
}

import QtQuick

QtObject {
    property string path: ""
    property bool canVerify: true
    property bool canShow: path !== ""
    property bool checking: false
    property string text: ""
    property bool failed: false
    property var calls: []
    function verify() { calls.push("verify") }
    function cancel() { calls.push("cancel") }
    function show() { calls.push("show") }
}

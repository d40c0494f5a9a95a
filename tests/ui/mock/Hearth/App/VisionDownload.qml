import QtQuick

QtObject {
    property string path: ""
    property bool offered: true
    property bool busy: false
    property string text: ""
    property bool failed: false
    property var calls: []
    function start(title) { calls.push(["start", title]) }
}

import QtQuick

QtObject {
    property string text: ""
    property var calls: []
    function quote(quoted) { calls.push(["quote", quoted]) }
}

import QtQuick

QtObject {
    property bool on: false
    property int count: 6
    property string problem: ""
    property real asking: 0
    property bool busy: asking !== 0
    property var calls: []
    signal changed()
    onAskingChanged: changed()
    property var providers: [{ id: "hearth", title: "Hearth", count: 6, on: true }, { id: "mcp:time", title: "time", count: 2, on: false }]
    function setHas(id, has) { calls.push(["setHas", id, has]) }
    function approve(id) { calls.push(["approve", id]) }
    function approveInChat(id) { calls.push(["approveInChat", id]) }
    function approveAlways(id) { calls.push(["approveAlways", id]) }
    function refuse(id) { calls.push(["refuse", id]) }
    function resume() { calls.push(["goOn"]) }
    function again(id) { calls.push(["again", id]) }
}

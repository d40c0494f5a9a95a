import QtQuick

QtObject {
    property string heldBackTitle: ""
    property var calls: []
    function openHeldBack() { calls.push(["openHeldBack"]) }
    function forget() { heldBackTitle = ""; calls.push(["forget"]) }
}

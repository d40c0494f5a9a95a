import QtQuick

QtObject {
    property string folder: ""
    property bool webReader: false
    property bool newChats: false
    property var allowed: []
    function forget(key) { allowed = allowed.filter(one => one !== key) }
    function forgetAll() { allowed = [] }
    property var calls: []
    function setOn(key, on) { calls.push(["setOn", key, on]) }
    function chooseFolder(url) { folder = String(url) }
}

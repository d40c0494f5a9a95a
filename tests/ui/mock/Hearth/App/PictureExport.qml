import QtQuick

QtObject {
    property var calls: []
    function copy(hash) { calls.push(["copy", hash]) }
    function fileName(hash) { return "picture.png" }
    function saveTo(hash, url) { calls.push(["saveTo", hash, url]) }
}

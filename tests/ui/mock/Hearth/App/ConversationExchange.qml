import QtQuick

QtObject {
    property bool importing: false
    property var calls: []
    function fileName(id, ending) { return "chat." + ending }
    function exportTo(id, url) { calls.push(["exportTo", id, String(url)]); return true }
    function markdown(id) { return "# chat" }
    function importFiles(urls) { calls.push(["importFiles", urls.length]) }
}

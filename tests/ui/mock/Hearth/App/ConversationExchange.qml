import QtQuick

QtObject {
    property bool importing: false
    property string progressText: ""
    property var calls: []
    function fileName(id, ending) { return "chat." + ending }
    function exportTo(id, url) { calls.push(["exportTo", id, String(url)]) }
    function exportAllTo(url) { calls.push(["exportAllTo", String(url)]) }
    function allFileName() { return "hearth-chats.json" }
    function duplicate(id) { calls.push(["duplicate", id]) }
    function cancel() { calls.push(["cancel"]); progressText = "" }
    function markdown(id) { return "# chat" }
    function importFiles(urls) { calls.push(["importFiles", urls.length]) }
}

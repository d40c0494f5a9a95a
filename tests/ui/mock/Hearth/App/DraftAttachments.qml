import QtQuick
import Hearth.Mock

RowsModel {
    property bool busy: false
    readonly property list<string> pictureTypes: ["image/png"]
    property var calls: []
    function add(urls) { calls.push(["add", urls.length]) }
    // Text that pasteLong() attaches; empty: the clipboard has nothing long.
    property string longText: ""
    function pasteLong() {
        if (longText === "") return false
        append({ name: "Pasted text", figures: "1,204 tokens" })
        return true
    }
    function pasteFiles() { return false }
    function drop(urls, picture) { calls.push(["drop", urls.length, picture.byteLength]) }
    function textAt(row) { return longText }
    function remove(row) { calls.push(["remove", row]); rows = rows.filter((_, at) => at !== row) }
    defaults: ({ name: "", figures: "" })
}

import QtQuick
import Hearth.Mock

RowsModel {
    property var calls: []
    function apply(name) { calls.push(["apply", name]) }
    function save(name) { calls.push(["save", name]); return true }
    function isOwn(name) { return false }
    function exportTo(url) { calls.push(["exportTo", url]); return true }
    function importFile(url) { calls.push(["importFile", url]); return true }
    function remove(name) { calls.push(["remove", name]) }
    defaults: ({ name: "", builtIn: true, description: "" })
    rows: [{ name: "Balanced" }, { name: "Precise" }, { name: "Creative" }]
}

import QtQuick
import Hearth.Mock

RowsModel {
    property var calls: []
    function save(name, text) { calls.push(["save", name, text]); return true }
    function remove(name) { calls.push(["remove", name]) }
    function textOf(name) { return "text of " + name }
    function nameOf(text) { return "" }
    defaults: ({ name: "", text: "" })
}

import QtQuick
import Hearth.Mock

RowsModel {
    property bool waiting: false
    property var calls: []
    signal arrived(string text)
    signal failed(string sentence)
    function argumentsOf(row) { return rows[row]?.wanted ?? [] }
    function fetch(row, values) { calls.push(["fetch", row, Object.assign({}, values)]) }
    function cancel() { waiting = false }
    defaults: ({ name: "", description: "", server: "", wanted: [] })
    rows: [{ name: "review", description: "Reviews a change", server: "git",
             wanted: [{ name: "branch", description: "the branch to look at", required: true }, { name: "focus", description: "", required: false }] },
           { name: "summarise", description: "Sums a page up", server: "fetch" }]
}

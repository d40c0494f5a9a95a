import QtQuick
import Hearth.Mock

RowsModel {
    property var calls: []
    function shown() { return rows.map(row => row.picture) }
    function remove(row) { calls.push(["remove", row]); rows = rows.filter((_, at) => at !== row) }
    function move(from, to) { calls.push(["move", from, to]) }
    function setDetail(row, detail) { calls.push(["setDetail", row, detail]) }
    function clear() { calls.push(["clear"]); rows = [] }
    defaults: ({ picture: { hash: "", width: 1, height: 1 }, name: "", figures: "", spoken: "", details: [] })
}

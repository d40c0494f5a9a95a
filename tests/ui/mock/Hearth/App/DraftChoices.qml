import QtQuick
import Hearth.Mock

RowsModel {
    property bool looking: false
    property var calls: []
    function look() { calls.push(["look"]) }
    function rowOf(path) { return rows.findIndex(row => row.path === path) }
    function pathAt(row) { return rows[row]?.path ?? "" }
    function bytesAt(row) { return rows[row]?.bytes ?? 0 }
    defaults: ({ path: "", name: "", bytes: 0 })
}

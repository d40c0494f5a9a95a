import QtQuick
import Hearth.Mock

RowsModel {
    enum Kind { Object, List, Text, Number, Word }
    property bool json: count > 0
    property bool whole: true
    property bool cut: false
    property bool list: false
    property var calls: []
    defaults: ({ key: "", value: "", kind: JsonTree.Text, depth: 0, foldable: false, folded: false, named: true, open: false })
    function setFolded(row, folded) { calls.push(["setFolded", row, folded]); if (at(row, "foldable")) change(row, "folded", folded) }
    function parentOf(row) {
        const depth = at(row, "depth")
        for (--row; row >= 0; --row) if (at(row, "depth") < depth) return row
        return -1
    }
    function document() { return "document" }
    function table() { return "table" }
}

import QtQuick
import Hearth.Mock

RowsModel {
    property bool busy: false
    property var calls: []
    function add(urls) { calls.push(["add", urls.length]) }
    function remove(row) { calls.push(["remove", row]) }
    defaults: ({ name: "", figures: "" })
}

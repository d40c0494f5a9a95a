import QtQuick
import Hearth.Mock

RowsModel {
    property var calls: []
    property string progressText
    function reload() { calls.push(["reload"]) }
    function restore(id) { calls.push(["restore", id]) }
    function erase(id) { calls.push(["erase", id]) }
    function eraseAll() { calls.push(["eraseAll"]) }
    defaults: ({ conversationId: 0, title: "", when: "" })
}

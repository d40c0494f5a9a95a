import QtQuick
import Hearth.Mock

RowsModel {
    property real currentId: 3
    property int currentRow: rows.findIndex(row => row.conversationId === currentId)
    property BusyConversations busy: BusyConversations {}
    property var calls: []
    function create() { calls.push(["create"]) }
    function open(id) { calls.push(["open", id]); currentId = id }
    function openNext(delta) { calls.push(["openNext", delta]) }
    function rename(id, title) { calls.push(["rename", id, title]) }
    function setPinned(id, pinned) { calls.push(["setPinned", id, pinned]) }
    function moveToFolder(id, folder) { calls.push(["moveToFolder", id, folder]) }
    function remove(id) { calls.push(["remove", id]) }
    function total() { return rows.length }
    function removeAll() { calls.push(["removeAll"]) }
    function restore(id) { calls.push(["restore", id]) }
    function toggleFolder(name) { calls.push(["toggleFolder", name]) }
    function renameFolder(name, to) { calls.push(["renameFolder", name, to]) }
    function folderNames() { return ["Allotment", "Work"] }
    defaults: ({ conversationId: 0, title: "", section: "", pinned: false, folder: "", busy: false, current: false, updatedAt: "",
        isFolder: false, folderCount: 0, expanded: false, inFolder: false })
}

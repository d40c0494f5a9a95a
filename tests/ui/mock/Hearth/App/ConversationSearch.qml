import QtQuick
import Hearth.Mock

RowsModel {
    property string query: ""
    property real elapsedMs: 3
    property int chatCount: 2
    property int titleCount: 0
    property int messageCount: rows.length - titleCount
    property bool more: false
    property bool recent: false
    property var calls: []
    function refresh() { calls.push(["refresh"]) }
    defaults: ({ conversationId: 0, messageId: 0, title: "", snippet: "", author: "assistant", createdAt: "", section: "", when: "" })
}

import QtQuick
import Hearth.Mock

RowsModel {
    property string query: ""
    property real elapsedMs: 3
    property int chatCount: 2
    defaults: ({ conversationId: 0, messageId: 0, title: "", snippet: "", author: "assistant", createdAt: "", section: "" })
}

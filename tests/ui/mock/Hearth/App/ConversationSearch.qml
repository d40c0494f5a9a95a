import QtQuick
import Hearth.Mock

RowsModel {
    property string query: ""
    property real elapsedMs: 3
    defaults: ({ conversationId: 0, messageId: 0, title: "", snippet: "", author: "assistant", createdAt: "" })
}

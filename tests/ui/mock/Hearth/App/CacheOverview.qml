import QtQuick
import Hearth.Mock

RowsModel {
    property string memory: "0.3 GB of at most 1.1 GB, with 5,120 tokens of all chats"
    property string disk: "2.4 GB of at most 10.0 GB"
    property string week: "82 % of 31,204 prompt tokens were not read again: 25,587 tokens, 9,120 of them from disk, which saved about 4 min"
    property string everything: "71 % of 412,880 prompt tokens were not read again: 293,144 tokens, 61,004 of them from disk, which saved about 1.3 h"
    property real memoryShare: 0.3
    property real diskShare: 0.24
    property var calls: []
    function refresh() { calls.push(["refresh"]) }
    function clear() { calls.push(["clear"]) }
    function clearChat(id) { calls.push(["clearChat", id]) }
    defaults: ({ conversationId: 0, title: "", size: "", shared: "" })
    rows: [{ conversationId: 3, title: "Restic or borg for the NAS", size: "812.4 MB on disk, 96.0 MB in memory", shared: "96.0 MB shared with “House rewiring plan”, “Spanish practice” and 4 more" },
        { conversationId: 1, title: "House rewiring plan", size: "96.0 MB on disk", shared: "96.0 MB shared with “Restic or borg for the NAS”" },
        { conversationId: 9, title: "A long title of a chat about the reasons why the old rail bridge hums in the wind and what may be done", size: "1.4 MB in memory" }]
}

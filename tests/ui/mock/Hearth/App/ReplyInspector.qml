import QtQuick
import Hearth.Mock

RowsModel {
    property real messageId: 0
    property bool active: messageId !== 0
    property bool isReply: true
    property string sharesText: "Text: 173 tokens, 4.4 characters each on average  ·  bash: 41, 2.9 each"
    property string note: ""
    property int tokenCount: 214
    property int processedTokens: 37
    property real templateMs: 0.4
    property real tokenizeMs: 0.9
    property real prefillMs: 66.3
    property real firstTokenMs: 16.4
    property real decodeMs: 3490
    property real timeToFirstTokenMs: 84
    property real totalMs: 3600
    property var intervals: Array.from({ length: 90 }, (_, i) => i === 30 ? 31 : 15 + (i * 7) % 4)
    property real medianMs: 16.3
    property real p95Ms: 17.9
    property real longestMs: 31
    property string draftsText: "drafted 40  ·  accepted 31"
    property NextTokenModel alternatives: NextTokenModel {}
    property bool showsPrompt: false
    property bool replaying: false
    property string verdict: ""
    property bool sameText: false
    property string cacheText: "1,184 tokens of all chats in 37 of 256 blocks"
    property real cacheShare: 0.14
    property var calls: []
    function replay() { calls.push(["replay"]) }
    function inspect(id) { calls.push(["inspect", id]); messageId = id }
    defaults: ({ piece: "", tokenId: 0, chance: 1, level: 0, endsLine: false, bytes: "" })
}

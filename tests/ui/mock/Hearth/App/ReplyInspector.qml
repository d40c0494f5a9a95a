import QtQuick

QtObject {
    property real messageId: 0
    property bool active: messageId !== 0
    property bool isReply: true
    property string note: ""
    property string subject: active ? "To “How do I restore?”" : ""
    property bool showsPrompt: false
    property bool ofServer: false
    property int tokenCount: tokens.tokenCount
    property TokenRows tokens: TokenRows {}
    property ReplyTimes times: ReplyTimes {}
    property ReplyReplay replay: ReplyReplay {}
    property CacheFigures cache: CacheFigures {}
    property NextTokenModel alternatives: NextTokenModel {}
    property AttentionView attention: AttentionView {}
    property TokenWay way: TokenWay {}
    property WordTokens words: WordTokens {}
    property var calls: []
    function inspect(id) { calls.push(["inspect", id]); messageId = id }
}

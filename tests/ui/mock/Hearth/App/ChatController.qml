import QtQuick
import Hearth.Mock

QtObject {
    enum State { Idle, LoadingModel, Prefilling, Generating, Failed }
    property MessageBlockModel messages: MessageBlockModel {}
    property real conversationId: 3
    property string title: "Restic or borg for the NAS"
    property int state: ChatController.Idle
    property bool canSend: state === ChatController.Idle
    property bool canStop: state === ChatController.Prefilling || state === ChatController.Generating
    property string draft: ""
    property DraftAttachments attachments: DraftAttachments {}
    property RowsModel waiting: RowsModel {
        property var calls: []
        function remove(row) { calls.push(["remove", row]) }
        defaults: ({ text: "", files: 0 })
    }
    property bool repeating: false
    property string systemPrompt: ""
    property ChatFigures figures: ChatFigures {}
    property ComparisonPlan comparisonPlan: ComparisonPlan {}
    property ReplyComparison comparison: ReplyComparison {}
    property FullContext fullContext: FullContext {}
    property var calls: []
    signal composerWanted()
    signal messageWanted(real messageId)
    signal endWanted()
    function openAt(id, messageId) { calls.push(["openAt", id, messageId]); messageWanted(messageId) }
    signal replyEnded(real id, string title, real totalMs)
    // As the real one: without a model nothing is sent.
    property bool modelMissing: false
    function send(text) {
        if (modelMissing) return false
        calls.push(["send", text])
        draft = ""
        return true
    }
    function takeBack(row) { calls.push(["takeBack", row]) }
    function regenerateWithPenalty(id) { calls.push(["regenerateWithPenalty", id]) }
    function stop() { calls.push(["stop"]) }
    function regenerate(id) { calls.push(["regenerate", id]) }
    function compare(id) { calls.push(["compare", id]); return true }
    function edit(id, text) { calls.push(["edit", id, text]) }
    function continueReply(id) { calls.push(["continueReply", id]) }
    function selectSibling(id, delta) { calls.push(["selectSibling", id, delta]) }
    function removeMessage(id) { calls.push(["removeMessage", id]) }
    function messageText(id) { return "text of " + id }
    function branchAt(id, position, token) { calls.push(["branchAt", id, position, token]) }
    function plainText(id) { return "plain " + id }
    function selectedText(fromRow, from, toRow, to) { return [fromRow, from, toRow, to].join(" ") }
    function quote(text) { calls.push(["quote", text]) }
    function runErrorAction() { calls.push(["runErrorAction"]) }
}

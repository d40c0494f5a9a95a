import QtQuick
import Hearth.Mock

QtObject {
    id: chat

    enum State { Idle, LoadingModel, Prefilling, Generating, Failed, Calling }
    property MessageBlockModel messages: MessageBlockModel {}
    property real conversationId: 3
    property string title: "Restic or borg for the NAS"
    property int state: ChatController.Idle
    property bool canSend: state === ChatController.Idle
    property bool canStop: state === ChatController.Prefilling || state === ChatController.Generating || state === ChatController.Calling
    property ComposerDraft draft: ComposerDraft {}
    property QtObject versions: QtObject {
        function regenerate(id) { chat.calls.push(["regenerate", id]) }
        function regenerateBy(id, path) { chat.calls.push(["regenerateBy", id, path]) }
        function regenerateWithPenalty(id) { chat.calls.push(["regenerateWithPenalty", id]) }
        function retry() { chat.calls.push(["retry"]) }
        property DraftPictures pictures: DraftPictures {}
        function startEdit(id) {}
        function endEdit() { pictures.rows = [] }
        function edit(id, text) { chat.calls.push(["edit", id, text]) }
        function continueReply(id) { chat.calls.push(["continueReply", id]) }
        function select(id, delta) { chat.calls.push(["select", id, delta]) }
        function branchAt(id, position, token) { chat.calls.push(["branchAt", id, position, token]) }
        function remove(id) { chat.calls.push(["remove", id]) }
    }
    property QtObject texts: QtObject {
        function source(id) { return "text of " + id }
        function sent(id, chip) { return { name: "file " + chip, text: "text of " + id } }
        function plain(id) { return "plain " + id }
        function selected(fromRow, from, toRow, to) { return [fromRow, from, toRow, to].join(" ") }
    }
    property DraftAttachments attachments: DraftAttachments {}
    property PictureExport pictureFiles: PictureExport {}
    property RowsModel waiting: RowsModel {
        property var calls: []
        function remove(row) { calls.push(["remove", row]) }
        function withdraw(row) { calls.push(["takeBack", row]) }
        defaults: ({ text: "", files: 0, pictures: [] })
    }
    property bool repeating: false
    property string systemPrompt: ""
    property ChatFigures figures: ChatFigures {}
    property ChatModels models: ChatModels {}
    property ComparisonPlan comparisonPlan: ComparisonPlan {}
    property ReplyComparison comparison: ReplyComparison {}
    property QtObject summaries: QtObject {
        function edit(id, text) { chat.calls.push(["editSummary", id, text]) }
        function remove(id) { chat.calls.push(["removeSummary", id]) }
    }
    property ChatPassages passages: ChatPassages {}
    property WholeDocuments wholeDocuments: WholeDocuments {}
    property EarlierAnswers earlierAnswers: EarlierAnswers {}
    property CallRounds toolCalls: CallRounds {}
    property ReplyStructure structure: ReplyStructure {}
    property FullContext fullContext: FullContext {}
    property var calls: []
    signal composerWanted()
    signal messageWanted(real messageId)
    signal endWanted()
    function openAt(id, messageId) { calls.push(["openAt", id, messageId]); messageWanted(messageId) }
    signal saved()
    signal replyEnded(real id, string title, real totalMs)
    // As the real one: without a model nothing is sent.
    property bool modelMissing: false
    function send(text) {
        if (modelMissing) return false
        calls.push(["send", text])
        draft.text = ""
        return true
    }
    function stop() { calls.push(["stop"]) }
    function compare(id) { calls.push(["compare", id]); return true }
}

import QtQuick
import Hearth.Mock

RowsModel {
    id: blocks
    enum Kind { UserText, Paragraph, Heading, ListItem, TaskItem, Quote, Code, Table, Math, Reasoning, Rule, Footer, PrefillBar, ErrorCard, Notice, Fold, Summary, ToolCall }
    signal appended(int row, string delta)
    property var unfolded: []
    function showAll(messageId) { unfolded.push(messageId) }
    function codeAt(row) { return blocks.rows[row].text }
    function rowOf(messageId) { return blocks.rows.findIndex(row => row.messageId === messageId) }
    function lastMessageOf(author) {
        const found = blocks.rows.filter(row => (row.author ?? "assistant") === author)
        return found.length > 0 ? found[found.length - 1].messageId : -1
    }
    defaults: ({ messageId: 0, author: "assistant", kind: 1, text: "", level: 1, marker: "", checked: false, language: "", cells: [],
        alignments: [], first: false, modelName: "", last: false, open: false, streaming: false, figures: "", siblingIndex: 0, siblingCount: 1,
        lastMessage: false, body: "", actionText: "", stopped: false, source: "", actions: [], previousKind: -1, joint: 0, more: false, widest: [], slow: false, call: ({}), pictures: [] })
}

import QtQuick
import Hearth.App

// Three answers to one message, side by side.
Base {
    id: screen
    readonly property MessageBlockModel first: MessageBlockModel {
        rows: [{ messageId: 2, kind: MessageBlockModel.Heading, level: 2, text: "Use restic", first: true },
               { messageId: 2, kind: MessageBlockModel.Paragraph, previousKind: MessageBlockModel.Heading, text: "Both encrypt and remove duplicates. Restic asks nothing of the NAS but a folder, so it is the <b>shorter path</b>." },
               { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.Paragraph, marker: "1.", text: "Create the repository once." },
               { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.ListItem, marker: "2.", text: "Back up every night, from a timer.", last: true }]
    }
    readonly property MessageBlockModel second: MessageBlockModel {
        rows: [{ messageId: 3, kind: MessageBlockModel.Paragraph, first: true, text: "Restic, because borg has to be installed on the NAS as well. A timer of systemd runs it each night, and a second one checks the", streaming: true, last: true }]
    }
    readonly property MessageBlockModel third: MessageBlockModel { rows: [] }
    mock.chat.state: ChatController.Generating
    mock.conversations.busy.count: 2
    mock.chat.comparison.question: "Nightly encrypted backups of ~/Documents to the NAS: restic or borg? Show me the shortest setup that works."
    mock.chat.comparison.questionFiles: "backup plan.md, 412 tokens\nPassages of documents: 3"
    mock.chat.comparison.running: true
    mock.chat.comparison.rows: [
        { label: "Temperature 0.20", blocks: first, phase: ReplyComparison.Complete, status: "first token 84 ms  ·  61 tok/s  ·  214 tokens  ·  3.6 s  ·  reused 1,204  ·  processed 37" },
        { label: "Temperature 0.60", blocks: second, phase: ReplyComparison.Writing, status: "58 tok/s  ·  41 tokens" },
        { label: "Temperature 1.00", blocks: third, phase: ReplyComparison.Failed, status: "", problem: "The graphics card is out of memory. Close other programs that use it, or choose a shorter context." }]
}

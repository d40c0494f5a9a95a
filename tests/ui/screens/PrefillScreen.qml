import QtQuick
import Hearth.App

// 10: a long prompt being read.
Base {
    mock.conversations.rows: [{ conversationId: 3, title: "Restic or borg for the NAS", section: "Today" },
        { conversationId: 4, title: "Annual report, what changed?", section: "Today", current: true, busy: true }]
    mock.chat.state: ChatController.Prefilling
    mock.chat.figures.contextCached: 31104
    mock.chat.figures.contextNew: 18300
    mock.chat.figures.contextFree: 16100
    mock.chat.figures.contextLength: 65536
    mock.chat.figures.prefillReused: 1241
    mock.chat.figures.prefillDone: 31104
    mock.chat.figures.prefillTotal: 49451
    mock.chat.figures.prefillRate: 2340
    mock.chat.figures.prefillSecondsLeft: 8
    mock.chat.messages.rows: [
        { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "I am going to send you the annual report of a ferry company. What should I look at first?" },
        { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 2, kind: MessageBlockModel.Paragraph, first: true, text: "Start with the three pages that people skip:" },
        { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.Paragraph, marker: "•", text: "the <b>risk report</b>, because it must name what could go wrong;" },
        { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.ListItem, marker: "•", text: "the <b>notes on leases</b>, since ships are often rented;" },
        { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.ListItem, marker: "•", text: "the <b>auditor’s key matters</b>, which say where judgement was needed." },
        { messageId: 2, kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.ListItem, figures: "first token 61 ms  ·  62 tok/s  ·  58 tokens  ·  1.0 s  ·  reused 1,142  ·  processed 41" },
        { messageId: 3, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Which risks does the board name, and which are new?" },
        { messageId: 3, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 4, kind: MessageBlockModel.PrefillBar, first: true, last: true, streaming: true, text: "Reading annual-report-2024.pdf" }]
}

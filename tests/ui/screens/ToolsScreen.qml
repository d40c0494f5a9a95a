import QtQuick
import Hearth.App

// A chat with calls of tools: one that ran, one that failed, one that waits.
Base {
    id: screen
    mock.chat.state: ChatController.Calling
    mock.chat.toolCalls.on: true
    mock.chat.toolCalls.asking: 6
    mock.chat.messages.rows: [
        { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "How far did I run this week? It is in log.txt, in miles." },
        { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 2, kind: MessageBlockModel.Reasoning, first: true, text: "I need the file.", figures: "Thought for 0.6 s", body: "36 tokens" },
        { messageId: 2, kind: MessageBlockModel.Paragraph, previousKind: MessageBlockModel.Reasoning, text: "I look into the file first." },
        { messageId: 2, kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.Paragraph, figures: "first token 84 ms  ·  61 tok/s  ·  34 tokens" },
        { messageId: 3, author: "tool", kind: MessageBlockModel.ToolCall, first: true, last: true,
          call: { name: "read_file", source: "Hearth", arguments: "path: log.txt", state: "done", status: "Took 0.01 s", result: "Mon 4.2\nWed 6.1\nSat 11.3" } },
        { messageId: 4, author: "tool", kind: MessageBlockModel.ToolCall, first: true, last: true,
          call: { name: "calculate", source: "Hearth", arguments: "expression: 4.2 + 6.1 + 11.3 +", state: "failed", status: "Failed after 0.01 s", result: "The expression ends too early." } },
        { messageId: 5, kind: MessageBlockModel.Footer, first: true, last: true, figures: "first token 24 ms  ·  61 tok/s  ·  20 tokens" },
        { messageId: 6, author: "tool", kind: MessageBlockModel.ToolCall, first: true, last: true, lastMessage: true,
          call: { name: "convert_unit", source: "Hearth", arguments: "from: mi\nto: km\nvalue: 21.6", state: "asking", status: "Allow this call?", result: "" } }]
}

import QtQuick
import Hearth.App

// 14: every kind of block, while the reply comes.
Base {
    id: screen
    mock.chat.state: ChatController.Generating
    mock.chat.messages.rows: [
        { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Why does the old rail bridge hum in the wind? With the formula." },
        { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 2, kind: MessageBlockModel.Reasoning, first: true, figures: "Thought for 2.4 s", body: "146 tokens", text: "Steady wind, a steady tone: that is vortex shedding, the Aeolian sound of wires, not the swaying that broke Tacoma. The pitch follows wind speed over thickness. Give Strouhal, an example and a check." },
        { messageId: 2, kind: MessageBlockModel.Heading, level: 2, text: "It sings like a wire", previousKind: MessageBlockModel.Reasoning },
        { messageId: 2, kind: MessageBlockModel.Paragraph, previousKind: MessageBlockModel.Heading, text: "Air cannot follow the back of a round bar, so it lets go in <b>vortices</b>, left and right in turn. Each tugs at the bar, and all at one pitch:" },
        { messageId: 2, kind: MessageBlockModel.Math, previousKind: MessageBlockModel.Paragraph, text: "f  =  St · v / d ,    St ≈ 0.2" },
        { messageId: 2, kind: MessageBlockModel.Quote, previousKind: MessageBlockModel.Math, text: "A 4 cm stay in a wind of 12 m/s: 0.2 · 12 / 0.04 = 60 Hz, close to the hum of a transformer." },
        { messageId: 2, kind: MessageBlockModel.Paragraph, previousKind: MessageBlockModel.Quote, text: "Three things to try the next time it hums:" },
        { messageId: 2, kind: MessageBlockModel.TaskItem, previousKind: MessageBlockModel.Paragraph, checked: true, text: "Note the wind speed; twice the wind, twice the pitch." },
        { messageId: 2, kind: MessageBlockModel.TaskItem, previousKind: MessageBlockModel.TaskItem, text: "Put a hand on the stays and find the one that trembles." },
        { messageId: 2, kind: MessageBlockModel.TaskItem, previousKind: MessageBlockModel.TaskItem, last: true, streaming: true, text: "Record it, and read the pitch off a tuner" }]
    Component.onCompleted: chatPage.list.toggleReasoning(2)
}

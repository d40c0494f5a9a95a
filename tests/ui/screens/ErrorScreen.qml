import QtQuick
import Hearth.App

// 11, 22: a reply that stopped for want of memory.
Base {
    mock.chat.state: ChatController.Failed
    mock.chat.messages.rows: [
        { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Now compare it with the reports of 2022 and 2023." },
        { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 2, kind: MessageBlockModel.Reasoning, first: true, text: "Compare.", figures: "Thought for 7.9 s", body: "381 tokens" },
        { messageId: 2, kind: MessageBlockModel.Paragraph, previousKind: MessageBlockModel.Reasoning, text: "Three of the five risks appear in every year: energy prices, the port licence and the age of the fleet. The board has changed how it speaks of them, though. In 2022 the licence was “a formality”; a year later it" },
        { messageId: 2, kind: MessageBlockModel.ErrorCard, previousKind: MessageBlockModel.Paragraph, text: "The reply stopped: the graphics card is out of memory",
          body: "At 49,970 tokens this chat holds 6.1 GB, and another program has taken 0.9 of the card’s 12 GB. With 8-bit context it needs 3.2 GB and can go on; nothing above is lost.", actionText: "Go on with 8-bit context" },
        { messageId: 2, kind: MessageBlockModel.Footer, last: true, lastMessage: true, previousKind: MessageBlockModel.ErrorCard, figures: "first token 19.4 s  ·  48 tok/s  ·  436 tokens  ·  28.5 s  ·  reused 3,620  ·  processed 45,914" }]
}

import QtQuick
import Hearth.App

// A message with several pictures, a message of one picture alone, and two pictures in the composer of a model that
// reads text only. `over` shows one of them large.
Base {
    id: screen
    property string over: ""
    readonly property var dog: ({ hash: "dog", width: 640, height: 480 })
    readonly property var letter: ({ hash: "letter", width: 600, height: 1400 })
    readonly property var wide: ({ hash: "wide", width: 3000, height: 200 })
    onOverChanged: Qt.callLater(() => {
        if (over !== "") chatPage.showPicture([dog, letter, wide], Number(over) - 1)
    })
    mock.engine.seesPictures: false
    mock.chat.draft.text: "What is the difference?"
    mock.chat.draft.pictures.rows: [
        { picture: dog, name: "Screenshot 2026-11-29 of the whole desktop.png", figures: "640 × 480, 256 tokens", spoken: "Picture 1 of 2, Screenshot 2026-11-29 of the whole desktop.png, 640 × 480, 256 tokens" },
        { picture: letter, name: "letter.jpg", figures: "600 × 1400, 1,024 tokens", spoken: "Picture 2 of 2, letter.jpg, 600 × 1400, 1,024 tokens",
          details: [{ detail: 0, text: "Low, 256 tokens", chosen: false }, { detail: 1, text: "Standard, 1,024 tokens", chosen: true }] }]
    mock.chat.messages.rows: [
        { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "What do these have in common?", pictures: [dog, letter, wide, dog] },
        { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 2, kind: MessageBlockModel.Paragraph, first: true, text: "All are invented." },
        { messageId: 2, kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.Paragraph, figures: "61 tok/s" },
        { messageId: 3, author: "user", kind: MessageBlockModel.UserText, first: true, text: "", pictures: [letter] },
        { messageId: 3, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 4, kind: MessageBlockModel.Paragraph, first: true, text: "A letter." },
        { messageId: 4, kind: MessageBlockModel.Footer, last: true, lastMessage: true, previousKind: MessageBlockModel.Paragraph, figures: "61 tok/s" }]
}

import QtQuick
import Hearth.App
import Hearth.Inspector
import Hearth.Theme

// The inspector with what a token of a reply looked at: a picture whose tokens are one grid, one in parts with an
// overview, and one that is not stored any more.
Window {
    id: screen

    property bool dark: false

    function grid(columns, lines, x, y, spread) {
        const cells = []
        for (let line = 0; line < lines; ++line)
            for (let column = 0; column < columns; ++column) {
                const dx = (column + 0.5) / columns - x
                const dy = (line + 0.5) / lines - y
                cells.push(column / columns, line / lines, 1 / columns, 1 / lines, Math.exp(-(dx * dx + dy * dy) / spread))
            }
        return cells
    }

    visible: true
    color: Theme.sidebar
    Binding { target: Theme; property: "dark"; value: screen.dark }
    ReplyInspector {
        id: invented
        messageId: 2
        tokens.rows: ["The", " dog", " is", " on", " the", " left", "."].map((piece, at) => ({ piece: piece, level: 0, chance: 0.9, tokenId: at }))
        attention.ready: true
        attention.strengths: [0.1, 0.6, 0.2, 0, 0.1]
        attention.rows: [{ piece: "<image>", place: "prompt 41", share: 0.214, strength: 1 }, { piece: " dog", place: "reply 2", share: 0.13, strength: 0.6 }]
        attention.pictures.rows: [
            { picture: { hash: "dog", width: 640, height: 480 }, cells: screen.grid(16, 16, 0.3, 0.35, 0.02),
              figures: "256 tokens, 16 × 16  ·  21.3 %", place: "Looked most at the upper left, 16.0 %" },
            { picture: { hash: "wide", width: 1200, height: 500 }, cells: screen.grid(24, 8, 0.8, 0.6, 0.01), coarseCells: screen.grid(4, 4, 0.7, 0.6, 0.05),
              figures: "208 tokens in 2 parts, with an overview  ·  4.1 %", place: "Looked most at the right, 2.2 %" },
            { picture: { hash: "damaged", width: 400, height: 200 } }]
    }
    InspectorTab {
        anchors.fill: parent
        inspector: invented
        looking: true
        Component.onCompleted: Qt.callLater(() => { invented.attention.token = 5 })
    }
}

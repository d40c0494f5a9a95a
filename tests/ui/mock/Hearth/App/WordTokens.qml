import QtQuick
import Hearth.Mock

RowsModel {
    property string text: ""
    property bool shown: false
    property string note: ""
    defaults: ({ name: "", sample: "", typed: false, tokens: 0, bytesEach: 0, factor: 0, pieces: [], figures: "" })
    rows: [{ name: "Your text", typed: true, sample: text, tokens: text === "" ? 0 : 2, pieces: [text.slice(0, 3), text.slice(3)], figures: "2 tokens  ·  3.5 bytes each" },
        { name: "English", sample: "The cat sleeps on the warm stove.", tokens: 8, pieces: ["The", " cat", " sleeps", " on", " the", " warm", " stove", "."], figures: "8 tokens  ·  4.1 bytes each" },
        { name: "Deutsch", sample: "Die Katze schläft auf dem warmen Ofen.", tokens: 12, figures: "12 tokens  ·  3.2 bytes each  ·  1.50 × English",
          pieces: ["Die", " Kat", "ze", " sch", "l", "äft", " auf", " dem", " war", "men", " O", "fen."] },
        { name: "简体中文", sample: "猫在温暖的炉子上睡觉。", tokens: 13, pieces: ["", "猫", "在", "温", "暖", "的", "", "炉", "子", "上", "睡", "觉", "。"], figures: "13 tokens  ·  2.5 bytes each  ·  1.63 × English" },
        { name: "A program in Python", sample: "while rain:\n    cat.sleep()\n", tokens: 7, pieces: ["while", " rain", ":\n", "   ", " cat", ".sleep", "()\n"], figures: "7 tokens  ·  4.1 bytes each  ·  0.88 × English" }]
}

import QtQuick
import Hearth.App

// The tab Structure of the panel, with a reply as a tree.
ChatScreen {
    id: screen
    property string problem: ""
    onNarrowChanged: panelOverlay = narrow
    mock.settings.window.panelVisible: true
    mock.settings.window.panelTab: 3
    mock.chat.draft.text: ""
    mock.chat.structure.on: true
    mock.chat.structure.good: problem === ""
    mock.chat.structure.problem: problem
    mock.chat.structure.source: '{\n  "type": "object",\n  "properties": {\n    "records": {\n      "type": "array",\n      "items": {\n        "type": "object",\n        "properties": {\n          "name": {"type": "string"},\n          "quantity": {"type": "integer"},\n          "note": {"type": "string"}\n        }\n      }\n    }\n  }\n}'
    mock.chat.structure.result.list: true
    mock.chat.structure.result.rows: [
        { value: "1 value", kind: JsonTree.Object, foldable: true },
        { key: "records", value: "3 entries", kind: JsonTree.List, depth: 1, foldable: true },
        { key: "1", named: false, value: "3 values", kind: JsonTree.Object, depth: 2, foldable: true },
        { key: "name", value: "Flour, type 550", depth: 3 },
        { key: "quantity", value: "500", kind: JsonTree.Number, depth: 3 },
        { key: "note", value: "grams; sieve it first, and keep a spoonful back for the board", depth: 3 },
        { key: "2", named: false, value: "3 values", kind: JsonTree.Object, depth: 2, foldable: true, folded: true },
        { key: "3", named: false, value: "2 values", kind: JsonTree.Object, depth: 2, foldable: true },
        { key: "name", value: "Salt", depth: 3 },
        { key: "ready", value: "true", kind: JsonTree.Word, depth: 3 }]
}

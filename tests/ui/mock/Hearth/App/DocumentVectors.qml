import QtQml

QtObject {
    property var names: ["None: by words alone", "all-MiniLM-L6-v2"]
    property int current: 1
    property string status: "Reading what passages mean: 3,204 of 9,140 · 41.2 a second · about 2 min left"
    property double fraction: 0.35
    property bool failed: false
    property string placeNote: ""
    property string path: current === 0 ? "" : "/models/minilm.gguf"
    function use(path) { current = 1 }
}

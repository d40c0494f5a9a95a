import QtQml

QtObject {
    property var names: ["None: as they were found", "bge-reranker-base"]
    property int current: 0
    property string status: "Passages stay in the order in which they were found."
    property bool failed: false
    property string placeNote: ""
    property string path: current === 0 ? "" : "/models/reranker.gguf"
    function use(path) { current = 1 }
}

import QtQuick

QtObject {
    property string shownPath: "~/Models"
    property url url: "file:///home/user/Models"
    property url parentUrl: "file:///home/user"
    property bool chosen: true
    property int modelCount: 4
    property real usedBytes: 26.7e9
    property real freeBytes: 214e9
    property real readBytesPerS: 140e6
    property string readText: "140 MB/s"
    property bool slow: true
    property bool measuring: false
    property bool moving: false
    property real fraction: 0.4
    property string problem: ""
    property string missing: ""
    property var others: [{ name: "LM Studio", path: "~/.lmstudio/models", count: 1, bytes: 4.9e9 },
                          { name: "Ollama", path: "/usr/share/ollama/.ollama/models", count: 3, bytes: 17.2e9 },
                          { name: "Hugging Face", path: "~/.cache/huggingface/hub", count: 0, bytes: 0 }]
    property var calls: []
    function use(url) { calls.push(["use", String(url)]) }
    function moveTo(url) { calls.push(["moveTo", String(url)]) }
    function useStandard() { calls.push(["useStandard"]) }
    function tryAgain() { calls.push(["tryAgain"]) }
    function cancel() { calls.push(["cancel"]) }
    function measure() { calls.push(["measure"]) }
    function show() { calls.push(["show"]) }
}

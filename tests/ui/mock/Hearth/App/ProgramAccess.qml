import QtQuick
import Hearth.Mock

QtObject {
    property bool on: true
    property bool open: true
    property string problem: ""
    property int port: 8080
    property string address: "http://127.0.0.1:8080/v1"
    property bool needsKey: true
    property string key: "hearth-7hJkPq2mXw9nRt4vBz6cLd3fGs8y"
    property string model: "SmolLM2-135M-Instruct.Q4_1"
    property bool watched: false
    property RowsModel programs: RowsModel {
        defaults: ({ name: "", figures: "" })
        rows: [{ name: "continue", figures: "184 requests, 1,204,310 tokens read, 98 % of them cached, 21,450 written" },
            { name: "OpenAI/Python 3.57.0", figures: "12 requests, 18,200 tokens read, 61 % of them cached, 3,044 written, 2 failed" }]
    }
    property RowsModel requests: RowsModel {
        defaults: ({ title: "", figures: "", failed: false })
        rows: [{ title: "continue, 14:02", figures: "/v1/chat/completions: 7,120 tokens read, 7,088 of them cached; 96 written in 1.4 s" },
            { title: "OpenAI/Python 3.57.0, 13:58", figures: "/v1/embeddings: refused or failed (400)", failed: true }]
    }
    property var calls: []
    function makeKey() { calls.push(["makeKey"]) }
    function useAnotherPort() { calls.push(["useAnotherPort"]) }
    function refresh() { calls.push(["refresh"]) }
}

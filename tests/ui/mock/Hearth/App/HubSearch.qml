import QtQuick
import Hearth.Mock

RowsModel {
    property string query: "qwen3 14b"
    property int order: 0
    property string licence: ""
    property bool runsHere: false
    property bool seesOnly: false
    property bool busy: false
    property string problem: ""
    property string note: "8 of 31 matches run here"
    property string host: "huggingface.co"
    property var calls: []
    function retry() {}
    function showCurated(purpose) {
        calls.push(purpose)
        query = ""
        note = "Good models to start with"
        return rows.findIndex(row => row.purpose === purpose)
    }
    function descriptionOf(repository) { return "A general model with a switchable thinking mode. Good at code, arithmetic and long instructions; knows some hundred languages." }
    defaults: ({ repository: "", title: "", author: "", facts: "", fits: 0, fitText: "Runs here", gated: false, purpose: "chat", sees: false })
    rows: [
        { repository: "Qwen/Qwen3-14B-GGUF", title: "Qwen3 14B", author: "Qwen", facts: "14.8 B · apache-2.0 · 2.1 M" },
        { repository: "nightmoss/x", title: "Qwen3 14B, abridged thinking", author: "nightmoss", facts: "14.8 B · apache-2.0 · 88 k" },
        { repository: "deepseek/x", title: "DeepSeek R1 Distill Qwen 14B", author: "DeepSeek", facts: "14.8 B · mit · 940 k", gated: true, sees: true },
        { repository: "Qwen/Qwen3-235B", title: "Qwen3 235B A22B with a long name", author: "Qwen", facts: "235 B · apache-2.0 · 310 k", fits: 2, fitText: "Too large" },
        { repository: "second-state/x", title: "all-MiniLM-L6-v2", author: "sentence-transformers", facts: "23 M · Apache 2.0", purpose: "embedding" },
        { repository: "nomic-ai/x", title: "nomic-embed-text v1.5", author: "Nomic AI", facts: "137 M · Apache 2.0", purpose: "embedding" },
        { repository: "gpustack/x", title: "bge-reranker-v2-m3", author: "BAAI", facts: "568 M · Apache 2.0", purpose: "reranking" }]
}

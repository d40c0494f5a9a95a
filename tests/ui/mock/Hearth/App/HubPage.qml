import QtQuick
import Hearth.Mock

RowsModel {
    property string repository: "Qwen/Qwen3-14B-GGUF"
    property string title: "Qwen3 14B"
    property var badges: ["14.8 B parameters", "40,960 tokens", "apache-2.0", "qwen3"]
    property string description: "A general model with a switchable thinking mode. Good at code, arithmetic and long instructions; knows some hundred languages."
    property string fitNote: "memory calculated from the file header, for one conversation"
    property string obstacle: ""
    property bool busy: false
    property string problem: ""
    property bool gated: false
    property bool sees: false
    property string address: "https://huggingface.co/Qwen/Qwen3-14B-GGUF"
    property var calls: []
    function show(repository, title, description) { calls.push(["show", repository]); this.repository = repository; this.title = title }
    function retry() {}
    function download(row) { calls.push(["download", row]) }
    defaults: ({ quantization: "", sizeText: "", quality: "", suggested: false, fits: 0, fitText: "", speedText: "", downloadId: "x", downloadState: -1, fraction: 0, progressText: "", installed: false })
    rows: [
        { quantization: "Q3_K_M", sizeText: "7.3 GB", quality: "Noticeably weaker", fitText: "Fits, takes 7.9 GB" },
        { quantization: "Q4_K_M", sizeText: "9.0 GB", quality: "Close to full", suggested: true, fitText: "Fits, takes 9.6 GB", speedText: "about 41 tokens/s, first token after 0.6 s or more (prompt of 500)", downloadState: 1, fraction: 0.62, progressText: "5.6 of 9.0 GB · 84 MB/s · 41 s left" },
        { quantization: "Q5_K_M", sizeText: "10.5 GB", quality: "Closer still", fits: 1, fitText: "38 of 41 layers", installed: true },
        { quantization: "Q6_K", sizeText: "12.1 GB", quality: "Hard to tell apart", fits: 1, fitText: "32 of 41 layers", downloadState: 3, fraction: 0.31, progressText: "Paused at 3.8 of 12.1 GB. Resume goes on from there." },
        { quantization: "BF16", sizeText: "29.5 GB", quality: "As published", fits: 2, fitText: "Needs 3.1 GB more" }]
}

import QtQuick
import Hearth.Mock

RowsModel {
    id: models
    property RowsModel chatModels: RowsModel {
        defaults: models.defaults
        rows: models.rows.filter(row => (row.purpose ?? "chat") === "chat")
    }
    property ModelVerifier verifier: ModelVerifier {}
    property string folder: "~/Models"
    property bool scanning: false
    property string diskText: "26.7 GB here, 214 GB free"
    function remove(path) { calls.push(["remove", path]); return "" }
    property var calls: []
    function refresh() { calls.push(["refresh"]) }
    function takes(url) { return String(url).endsWith(".gguf") }
    function openFile(url) { calls.push(["openFile", url]) }
    function addFile(url) { calls.push(["addFile", url]) }
    defaults: ({ path: "", name: "", quantization: "", sizeBytes: 0, sizeText: "", architecture: "", current: false, openState: "", keptLoaded: false, fits: 0, fitText: "", speedText: "", problem: "", owner: "", licence: "", remote: false, leaves: false, verified: false, removal: "delete", purpose: "chat", purposeText: "", sees: false, lacksVision: false })
    rows: [
        { path: "/models/deepseek.gguf", name: "DeepSeek R1 Distill 8B", quantization: "Q4_K_M", sizeText: "4.9 GB", architecture: "llama", current: true, openState: "loaded", licence: "mit", verified: true, fitText: "GPU · 33/33 layers", speedText: "about 61 tokens/s, first token after 0.3 s or more (prompt of 500)" },
        { path: "/models/gemma.gguf", name: "Gemma 3 12B", quantization: "Q4_K_M", sizeText: "7.3 GB", architecture: "gemma3", fitText: "Fits on the GPU, loads in 3 s", sees: true },
        { path: "/models/mistral.gguf", name: "Mistral Small 3.2 24B", quantization: "IQ4_XS", sizeText: "12.8 GB", architecture: "llama", fits: 1, fitText: "26 of 41 layers, loads in 6 s", lacksVision: true },
        { path: "/models/smollm.gguf", name: "SmolLM2 360M", quantization: "Q8_0", sizeText: "0.4 GB", architecture: "llama", fitText: "Fits on the GPU, loads in 0.3 s", owner: "LM Studio", removal: "" },
        { path: "endpoint:a/b", name: "Qwen3 235B A22B", sizeText: "on rack.lan", owner: "rack.lan", remote: true, leaves: true, fits: 3, removal: "" },
        { path: "/models/minilm.gguf", name: "all-MiniLM-L6-v2", quantization: "Q8_0", sizeText: "25 MB", architecture: "bert", licence: "Apache 2.0", fitText: "Fits, takes 0.1 GB", purpose: "embedding", purposeText: "Finds documents by meaning" },
        { path: "/models/reranker.gguf", name: "bge-reranker-v2-m3", quantization: "Q8_0", sizeText: "636 MB", architecture: "bert", licence: "Apache 2.0", fitText: "Fits, takes 0.6 GB", purpose: "reranking", purposeText: "Orders passages" }]
}

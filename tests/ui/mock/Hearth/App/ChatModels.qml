import QtQuick
import Hearth.Mock

RowsModel {
    defaults: ({ path: "", name: "" })
    rows: [{ path: "/models/deepseek.gguf", name: "DeepSeek R1 Distill 8B" }, { path: "/models/gemma.gguf", name: "Gemma 3 12B" },
        { path: "endpoint:a/b", name: "Qwen3 235B A22B" }]
}

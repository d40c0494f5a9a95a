import QtQuick

QtObject {
    property var known: ({ "/models/deepseek.gguf": { "q8_0": 0.0002, "q8_0:q4_0": 0.0118, "q4_0": 0.0431 } })
    property string path: "/models/deepseek.gguf"
    property bool pending: false
    property string problem: ""
}

import QtQuick

QtObject {
    property var known: ({ "/models/deepseek.gguf": { "q8_0": 0.0002, "q4_0": 0.0231 } })
    property string path: "/models/deepseek.gguf"
    property bool pending: false
    property string problem: ""
}

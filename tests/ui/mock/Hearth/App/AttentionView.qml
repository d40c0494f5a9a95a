import QtQuick
import Hearth.Mock

RowsModel {
    property int token: -1
    property string piece: ""
    property bool running: false
    property bool ready: false
    property string problem: ""
    property string note: ""
    property var layers: ready ? ["All layers", "Layer 1", "Layer 2"] : []
    property var heads: ready ? layer === 0 ? ["All heads"] : ["All heads", "Head 1", "Head 2", "Head 3"] : []
    property int layer: 0
    property int head: 0
    property int revision: 0
    property var strengths: []
    property PictureTokens pictures: PictureTokens {}
    property var calls: []
    defaults: ({ piece: "", place: "", share: 0, strength: 0 })
    function look(token, inPrompt) { calls.push(["look", token, inPrompt]); this.token = token }
    function strengthOf(token, inPrompt) { return strengths[token] ?? 0 }
}

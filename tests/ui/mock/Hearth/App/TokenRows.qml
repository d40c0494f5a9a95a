import QtQuick
import Hearth.Mock

RowsModel {
    property int tokenCount: 214
    property string sharesText: "Text: 173 tokens, 4.4 characters each on average  ·  bash: 41, 2.9 each"
    defaults: ({ piece: "", tokenId: 0, chance: 1, level: 0, endsLine: false, bytes: "" })
}

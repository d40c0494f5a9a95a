import QtQuick
import Hearth.Mock

RowsModel {
    property real messageId: 2
    property int position: 3
    property int positions: 12
    property string after: "… --keep-daily"
    property real entropy: 2.4
    property int remaining: 4
    property var calls: []
    function show(position) { calls.push(["show", position]) }
    defaults: ({ tokenId: 0, piece: "", chance: 0, plain: 0, cut: "", cutLine: "", chosen: false })
    rows: [{ tokenId: 1, piece: "·7", chance: 0.838, plain: 0.6, chosen: true }, { tokenId: 2, piece: "·14", chance: 0.085, plain: 0.12 },
           { tokenId: 3, piece: "·30", chance: 0.053, plain: 0.08 }, { tokenId: 4, piece: "·10", chance: 0.024, plain: 0.05 },
           { tokenId: 5, piece: "·5", plain: 0.036, cut: "min-p", cutLine: "min-p cuts below 4.9 %" }, { tokenId: 6, piece: "·3", plain: 0.019, cut: "min-p" },
           { tokenId: 7, piece: "·1", plain: 0.011, cut: "top-p", cutLine: "top-p cuts after 92 %" }, { tokenId: 8, piece: "·8", plain: 0.007, cut: "top-p" }]
}

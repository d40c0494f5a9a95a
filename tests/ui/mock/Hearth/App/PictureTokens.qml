import QtQuick
import Hearth.Mock

RowsModel {
    property int revision: 0
    property int mostSeen: 0
    property var shares: []
    defaults: ({ picture: { hash: "", width: 1, height: 1 }, cells: [], coarseCells: [], figures: "", place: "", spoken: "" })
    function shareAt(row, x, y) { return shares[row] ?? "" }
}

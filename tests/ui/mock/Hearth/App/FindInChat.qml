import QtQuick

QtObject {
    id: find
    property string query: ""
    property int count: query === "" ? 0 : 2
    property int current: query === "" ? 0 : 1
    property int row: query === "" ? -1 : 2
    property int occurrence: 0
    property var calls: []
    signal changed()
    function step(delta) { calls.push(["step", delta]); changed() }
    onQueryChanged: changed()
}

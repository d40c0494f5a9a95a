import QtQuick
import Hearth.Mock

RowsModel {
    enum Phase { Waiting, Reading, Writing, Complete, Stopped, Failed }
    property bool running: false
    property string question: ""
    property real questionId: 1
    property string questionFiles: ""
    property var questionPictures: []
    property var calls: []
    function text(row) { return "text of answer " + row }
    function stop(row) { calls.push(["stop", row]) }
    function stopAll() { calls.push(["stopAll"]) }
    function keep(row) { calls.push(["keep", row]); rows = [] }
    defaults: ({ label: "", blocks: null, phase: ReplyComparison.Waiting, status: "", problem: "" })
}

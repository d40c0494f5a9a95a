import QtQuick
import Hearth.Mock

RowsModel {
    property int passages: 9140
    property string problem: ""
    property string said: ""
    property var calls: []
    function add(url) { calls.push("add " + url); return "" }
    function gpt4AllFolders() { return ["/home/a/Books"] }
    function addGpt4AllFolders() { calls.push("addGpt4AllFolders") }
    function remove(row) { calls.push("remove " + row) }
    function setPaused(row, paused) { calls.push("setPaused " + row + " " + paused); change(row, "paused", paused) }
    function look(row) { calls.push("look " + row) }
    function problems(row) {
        calls.push("problems " + row)
        return [{ file: "plans/roof-2019.pdf", reason: "It is damaged or asks for a password. Save it again without one." },
                { file: "scans/invoice.pdf", reason: "It holds no words: it is empty, or pictures of pages." }]
    }
    defaults: ({ path: "", name: "", status: "", fraction: -1, paused: false, problemCount: 0, missing: false })
    rows: [{ name: "House", path: "/home/a/Documents/House", status: "Files: 212 · passages: 4,816", problemCount: 2 },
           { name: "Papers", path: "/home/a/Papers", status: "Reading 120 of 900 files · 6.4 a second · about 3 min left", fraction: 0.14 },
           { name: "manual.pdf", path: "/media/disk/manual.pdf", status: "Not there now: what was read of it is kept. Files: 1 · passages: 324", missing: true }]
}

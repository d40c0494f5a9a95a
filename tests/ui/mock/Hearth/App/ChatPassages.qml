import QtQuick
import Hearth.Mock

RowsModel {
    property bool on: false
    property bool looking: false
    property var calls: []
    property var leftOut: [{ name: "ants.md", place: "line 90", reason: "There was no room for it.", found: "by words, rank 3 (4.1); by meaning, rank 12 (0.38); together 0.21" }]
    signal changed()
    signal loaded()
    signal aroundRead(int row, string before, string after)
    property list<string> without: ["/home/anna/old"]
    function setHas(path, has) { calls.push(["setHas", path, has]) }
    function load() { calls.push(["load"]) }
    function at(row) { return Object.assign({}, defaults, { headings: "Honey", found: "by words, rank 1 (9.4); by meaning, rank 2 (0.61); together 0.88", address: "file:///home/anna/notes/bees.md" }, rows[row]) }
    function readAround(row) { aroundRead(row, "Worker bees live for about six weeks in summer.", "Winter bees live for months.") }
    function rowOf(number) { return number - 1 }
    function citedNumber(address) { return address.startsWith("passage:") ? Number(address.slice(8)) : 0 }
    defaults: ({ number: 1, name: "bees.md", place: "line 7", headings: "", text: "" })
    rows: [{ number: 1, name: "bees.md", place: "line 7", text: "Bees visit about two million flowers to make a jar of honey. One bee makes a twelfth of a teaspoon in its life." },
           { number: 2, name: "Beekeeping for everybody.pdf", place: "page 31", text: "A hive needs 15 to 20 kg of honey for the winter." }]
}

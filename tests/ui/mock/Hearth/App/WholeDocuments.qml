import QtQuick
import Hearth.Mock

RowsModel {
    property string words: ""
    property string summary: "As a whole: 3,204 of the 6,144 tokens that there is room for."
    property bool tooMuch: false
    property var calls: []
    signal changed()
    function load() { calls.push(["load"]) }
    function setChosen(row, chosen) { calls.push(["setChosen", row, chosen]) }
    defaults: ({ name: "", folder: "/home/anna/notes", figures: "", chosen: false, fits: true })
    rows: [{ name: "bees.md", figures: "3,204 tokens", chosen: true },
           { name: "heating.md", folder: "/home/anna/Documents/House", figures: "about 412 tokens" },
           { name: "Beekeeping for everybody, with a very long name that has to be cut.pdf", figures: "84,310 tokens, which do not fit into the context", fits: false }]
}

import QtQuick
import Hearth.Mock

RowsModel {
    property string query: ""
    property bool searching: false
    property real elapsedMs: 4.2
    defaults: ({ name: "", path: "", place: "", headings: "", snippet: "", score: 0 })
    rows: query === "" ? [] : [
        { name: "heating.md", path: "/home/a/Documents/House/heating.md", place: "line 42", headings: "Boiler › Pressure", snippet: "The <b>pressure</b> of the <b>boiler</b> should be between 1.0 and 1.5 bar when it is cold.", score: 9.1 },
        { name: "boiler-manual.pdf", path: "/home/a/Documents/House/boiler-manual.pdf", place: "page 17", headings: "", snippet: "If the <b>pressure</b> falls below 0.8 bar, fill the system with the tap at the bottom.", score: 7.4 }]
}

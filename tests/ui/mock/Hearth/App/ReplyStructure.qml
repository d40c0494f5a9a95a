import QtQuick

QtObject {
    enum Kind { Schema, Object, Regex, Gbnf }
    property bool on: false
    property int kind: ReplyStructure.Schema
    property string source: ""
    property string problem: ""
    property string server: ""
    property bool good: false
    property var examples: ["A list of records", "A contact", "Yes or no, with a reason"]
    property JsonTree result: JsonTree {}
    property bool replied: result.count > 0
    property bool writing: false
    property bool watching: false
    property var calls: []
    function useExample(index) { calls.push(["useExample", index]); source = "{}" }
    function readFile(url) { calls.push(["readFile", String(url)]) }
}

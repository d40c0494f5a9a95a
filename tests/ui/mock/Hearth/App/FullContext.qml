import QtQuick

QtObject {
    enum Choice { Stop, Slide, Summarise }
    property int choice: FullContext.Stop
    property bool full: false
    property bool blocks: false
    property bool drops: false
    property bool replyFailed: false
    property string sentence: full ? "This chat takes 9,120 tokens, and the context has room for 8,192." : ""
    property bool summarising: false
    property string leftOut: ""
    property string dropProblem: ""
    property bool lastIsTooLong: false
    property bool canShorten: false
    property int longerLength: 16384
    property string longerProblem: ""
    property var calls: []
    function retryDropping() { calls.push(["retryDropping"]) }
    function sendDropping() { calls.push(["sendDropping"]) }
    function lengthen(retry) { calls.push(["lengthen", retry]) }
    function summarise(retry) { calls.push(["summarise", retry]) }
    function shorten(retry) { calls.push(["shorten", retry]) }
    function stopSummary() { calls.push(["stopSummary"]) }
    function startNewChat() { calls.push(["startNewChat"]) }
}

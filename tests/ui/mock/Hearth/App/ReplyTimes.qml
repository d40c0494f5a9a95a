import QtQuick

QtObject {
    property bool known: true
    property int processedTokens: 37
    property int generatedTokens: 214
    property real templateMs: 0.4
    property real tokenizeMs: 0.9
    property real prefillMs: 66.3
    property real firstTokenMs: 16.4
    property real decodeMs: 3490
    property real timeToFirstTokenMs: 84
    property real totalMs: 3600
    property var intervals: Array.from({ length: 90 }, (_, i) => i === 30 ? 31 : 15 + (i * 7) % 4)
    property real medianMs: 16.3
    property real p95Ms: 17.9
    property real longestMs: 31
    property string draftsText: "drafted 40  ·  accepted 31"
}

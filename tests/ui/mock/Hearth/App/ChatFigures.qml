import QtQuick

QtObject {
    property int prefillDone: 0
    property int prefillTotal: 0
    property int prefillReused: 0
    property real prefillRate: 0
    property real pictureDone: 0
    property real prefillSecondsLeft: -1
    property int replyTokens: 0
    property real replyRate: 0
    property bool contextKnown: true
    property int contextCached: 1455
    property int contextNew: 22
    property int contextFree: 6715
    property int contextLength: 8192
    property bool lengthKnown: true
    readonly property int contextUsed: contextCached + contextNew
    property bool cacheKnown: true
    property string server: ""
    property int estimateAll: estimateNew < 0 ? -1 : estimateCached + estimateNew
    property int estimateCached: -1
    property int estimateNew: -1
    property real estimateSeconds: -1
    property string pictureText: ""
    property int expected: 0
    function estimateSoon() { ++expected }
}

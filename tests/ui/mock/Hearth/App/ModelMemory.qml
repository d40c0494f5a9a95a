import QtQuick

QtObject {
    readonly property real gb: 1073741824
    property int contextLength: 8192
    property real weightsBytes: 4.6 * gb
    property real kvBytes: 1.0 * gb
    property real kvTakenBytes: kvBytes
    property real kvConversationBytes: 0.3 * gb
    function kvConversationBytesAt(length, type) { return kvConversationBytes * length / Math.max(1, contextLength) * ({ "f16": 1, "q8_0": 0.54, "q8_0:q4_0": 0.42, "q4_0": 0.31 })[type] }
    function kvBytesAt(length, type) { return kvBytes * length / Math.max(1, contextLength) * ({ "f16": 1, "q8_0": 0.54, "q8_0:q4_0": 0.42, "q4_0": 0.31 })[type] }
    property real scratchBytes: 0.3 * gb
    property int expertCount: 0
    property int expertsOnCard: 0
    property real expertBytes: 0
    property real expertHitRate: 0
    property real expertCopiedBytes: 0
    property real freeBytes: 6.1 * gb
    property real totalBytes: 12 * gb
    property real draftBytes: 0
    property real visionBytes: 0
}

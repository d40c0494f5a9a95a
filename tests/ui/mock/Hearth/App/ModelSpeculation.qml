import QtQuick

QtObject {
    property bool possible: true
    property bool hasMtp: false
    property string draftPath: ""
    property string draftProblem: ""
    property real lookupGain: 0
    property real draftGain: 0
}

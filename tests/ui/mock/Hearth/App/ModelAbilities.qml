import QtQuick

QtObject {
    property bool canSwitchThinking: false
    property bool canSetEffort: false
    property bool hasPenaltyWindow: true
    property string templateNote: ""
    property string visionProblem: ""
}

import QtQuick

QtObject {
    property string theme: "system"
    property bool dark: false
    property var languageNames: ["System default", "English", "Deutsch"]
    property int languageIndex: 0
    property real scale: 1
    property var scaleCalls: []
    property bool reduceMotion: false
    property bool barFigures: true
}

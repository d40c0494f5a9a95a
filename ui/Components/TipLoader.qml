// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick

// Makes a tooltip only while its control is pointed at, so that a page of buttons stays light.
Loader {
    id: loader

    required property Item control
    property string text: ""
    property string hint: ""
    property bool shown: false
    // The tip would cover the result of pressing the button.
    property bool used: false

    active: shown && !used && text !== ""
    onShownChanged: used = false
    Connections {
        target: loader.control
        ignoreUnknownSignals: true
        function onClicked() { loader.used = true }
    }
    sourceComponent: Tooltip {
        parent: loader.control
        text: loader.text
        hint: loader.hint
        visible: true
    }
}

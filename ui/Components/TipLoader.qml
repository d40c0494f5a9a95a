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

    active: shown && text !== ""
    sourceComponent: Tooltip {
        parent: loader.control
        text: loader.text
        hint: loader.hint
        visible: true
    }
}

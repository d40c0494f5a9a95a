import QtQuick

QtObject {
    property bool on: false
    property string problem: ""
    property string saved: on ? "Questions answered so: 12. That saved 9,140 tokens and 84.2 seconds." : ""
}

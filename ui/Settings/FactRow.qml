import QtQuick
import Hearth.Theme
import Hearth.Components

// One checked fact: a mark, its name, its value.
Item {
    id: row

    required property string name
    property string value: ""
    property bool good: false
    property bool bad: false
    property bool mono: false

    width: parent ? parent.width : 400
    implicitHeight: visible ? Math.max(44, Math.ceil(words.implicitHeight) + 20) : 0
    Icon {
        visible: row.good || row.bad
        name: row.bad ? "warn" : "check"
        tint: row.bad ? Theme.warn : Theme.good
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText { x: 28; width: 100; text: row.name; font: Theme.action; anchors.verticalCenter: parent.verticalCenter }
    AppText {
        id: words
        x: 144
        width: row.width - 144
        text: row.value
        font: row.mono ? Theme.figures : Theme.body
        color: Theme.text2
        wrapMode: Text.Wrap
        anchors.verticalCenter: parent.verticalCenter
    }
    Hairline {
        y: parent.height - 1
        width: parent.width
    }
}

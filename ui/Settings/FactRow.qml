import QtQuick
import Hearth.Theme
import Hearth.Components

// One checked fact: a mark, its name, its value, a figure and perhaps what can be done about it.
Item {
    id: row

    required property string name
    property string value: ""
    property string detail: ""
    property string actionText: ""
    property bool good: false
    property bool bad: false
    // Left edge of the name: after the mark, or at the edge for rows without one.
    property int indent: 28
    readonly property real endWidth: end.width > 0 ? end.width + 16 : 0

    signal acted()

    width: parent ? parent.width : 400
    implicitHeight: visible ? Math.max(44, Math.ceil(words.implicitHeight) + 20, end.height + 12) : 0
    Accessible.role: Accessible.StaticText
    Accessible.name: row.name + ": " + row.value + (row.detail !== "" ? ", " + row.detail : "")
    Icon {
        visible: row.good || row.bad
        name: row.bad ? "warn" : "check"
        tint: row.bad ? Theme.warn : Theme.good
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText { x: row.indent; width: 108; text: row.name; font: Theme.action; wrapMode: Text.Wrap; anchors.verticalCenter: parent.verticalCenter }
    AppText {
        id: words
        x: row.indent + 116
        width: row.width - x - row.endWidth
        text: row.value
        color: Theme.text2
        wrapMode: Text.Wrap
        anchors.verticalCenter: parent.verticalCenter
    }
    Grid {
        id: end
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        columns: row.actionText !== "" && row.detail !== "" && row.width > 560 ? 2 : 1
        columnSpacing: 16
        rowSpacing: 4
        verticalItemAlignment: Grid.AlignVCenter
        horizontalItemAlignment: Grid.AlignRight
        AppText {
            visible: text !== ""
            text: row.detail
            font: Theme.caption
            color: Theme.text2
        }
        AppButton {
            visible: text !== ""
            small: true
            text: row.actionText
            onClicked: row.acted()
        }
    }
    Hairline {
        y: parent.height - 1
        width: parent.width
    }
}

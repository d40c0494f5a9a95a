import QtQuick
import Hearth.Theme

// Label, slider, value field. `changed` puts a dot before the label; `off` greys the row (its value does nothing).
Item {
    id: row

    required property string label
    property real value: 0
    property real from: 0
    property real to: 1
    property real stepSize: 0.01
    property real neutral: from
    property int decimals: 2
    property bool changed: false
    property string about: ""
    readonly property bool off: value === neutral

    signal moved(real value)
    signal resetRequested()

    implicitHeight: Theme.rowHeight
    implicitWidth: 288

    Rectangle {
        visible: row.changed
        x: -10
        width: 5
        height: 5
        radius: 2.5
        color: Theme.ember
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        id: name
        width: 100
        anchors.verticalCenter: parent.verticalCenter
        text: row.label
        color: row.off ? Theme.text3 : Theme.text
        elide: Text.ElideRight
        HoverHandler { id: hover }
        TipLoader {
            control: name
            text: name.truncated ? row.label + ": " + row.about : row.about
            shown: hover.hovered
        }
    }
    AppSlider {
        anchors { left: parent.left; leftMargin: 104; right: field.left; rightMargin: 12; verticalCenter: parent.verticalCenter }
        name: row.label
        Accessible.description: row.about
        from: row.from
        to: row.to
        stepSize: row.stepSize
        neutral: row.neutral
        off: row.off
        value: row.value
        onMoved: row.moved(value)
        onResetRequested: row.resetRequested()
    }
    NumberField {
        id: field
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        name: row.label
        from: row.from
        to: row.to
        stepSize: row.stepSize
        decimals: row.decimals
        value: row.value
        off: row.off
        onCommitted: value => row.moved(value)
    }
}

import QtQuick
import Hearth.Theme
import Hearth.Components

// An item of a list, or of a list of tasks, at its depth.
Item {
    id: item

    property string richText: ""
    readonly property TextEdit editor: prose
    property string marker: ""
    property int depth: 1
    property bool isTask: false
    property bool done: false
    property bool cursorShown: false
    readonly property int indent: 26 * Math.min(8, Math.max(1, depth))
    readonly property bool numbered: marker.length > 1

    signal linkChosen(string address)

    implicitHeight: prose.height
    AppText {
        visible: !item.isTask && item.numbered
        x: item.indent - 26
        width: 16
        height: 24
        verticalAlignment: Text.AlignVCenter
        horizontalAlignment: Text.AlignRight
        text: item.marker
        font: Theme.reading
        color: Theme.text3
    }
    Rectangle {
        visible: !item.isTask && item.marker.length === 1
        x: item.indent - 17
        y: 10
        width: 5
        height: 5
        radius: 2.5
        color: item.depth > 1 ? "transparent" : Theme.text3
        border.width: item.depth > 1 ? 1 : 0
        border.color: Theme.text3
    }
    Rectangle {
        visible: item.isTask
        x: item.indent - 26
        y: 4
        width: 16
        height: 16
        radius: Theme.radiusSmall
        color: item.done ? Theme.ember : "transparent"
        border.width: item.done ? 0 : 1
        border.color: Theme.control
        Accessible.role: Accessible.StaticText
        Accessible.name: item.done ? qsTr("done") : qsTr("to do")
        Icon {
            anchors.centerIn: parent
            visible: item.done
            name: "check"
            extent: 12
            stroke: 1.8
            tint: Theme.emberInk
        }
    }
    ProseBlock {
        id: prose
        x: item.indent
        width: Math.min(parent.width - x, Theme.proseWidth)
        richText: item.richText
        cursorShown: item.cursorShown
        onLinkChosen: address => item.linkChosen(address)
    }
}

import QtQuick
import Hearth.Theme
import Hearth.Components

// One token of the chart, under the line that says what cut it.
Item {
    id: row

    required property string piece
    required property real chance
    required property real plain
    required property string cut
    required property string cutLine
    property real largest: 1
    readonly property bool gone: cut !== ""
    readonly property real room: width - 72 - 64

    implicitHeight: (cutLine !== "" ? 20 : 0) + 20
    Accessible.role: Accessible.StaticText
    Accessible.name: gone ? qsTr("%1: cut by %2, %3 percent without").arg(piece).arg(cut).arg((plain * 100).toFixed(1))
                          : qsTr("%1: %2 percent, %3 without the settings").arg(piece).arg((chance * 100).toFixed(1)).arg((plain * 100).toFixed(1))
    Item {
        visible: row.cutLine !== ""
        width: parent.width
        height: 20
        // Dashes, which no Rectangle draws.
        Row {
            spacing: 3
            clip: true
            width: parent.width - words.implicitWidth - 8
            anchors.verticalCenter: parent.verticalCenter
            Repeater {
                model: row.cutLine !== "" ? Math.max(0, Math.floor((row.width - words.implicitWidth - 8) / 6)) : 0
                Rectangle { width: 3; height: 1; color: Theme.control }
            }
        }
        AppText {
            id: words
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: row.cutLine
            font: Theme.caption
            color: Theme.text3
        }
    }
    Item {
        y: parent.height - 20
        width: parent.width
        height: 20
        AppText {
            width: 68
            elide: Text.ElideRight
            anchors.verticalCenter: parent.verticalCenter
            text: row.piece
            font: Theme.figures
            color: row.gone ? Theme.text3 : Theme.text
        }
        Rectangle {
            x: 72
            y: 5
            width: Math.max(row.gone ? 3 : 2, Math.round(row.room * (row.gone ? row.plain : row.chance) / row.largest))
            height: 10
            radius: width > 4 ? 2 : 0
            color: row.gone ? "transparent" : Theme.ember
            border.width: row.gone ? 1 : 0
            border.color: Theme.text3
        }
        Rectangle {
            visible: !row.gone
            x: 72 + Math.round(row.room * row.plain / row.largest) - 1
            y: 3
            width: 2
            height: 14
            color: Theme.text
        }
        AppText {
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: qsTr("%1 %").arg(((row.gone ? row.plain : row.chance) * 100).toFixed(1))
            font: Theme.figures
            color: row.gone ? Theme.text3 : Theme.text
        }
    }
}

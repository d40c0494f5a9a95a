import QtQuick
import Hearth.Theme
import Hearth.Components

// A token that was looked at, its position, and its share.
Item {
    id: row

    required property string piece
    required property string place
    required property real share
    required property real strength
    readonly property string shown: piece.replace(/\n/g, "↵").replace(/\t/g, "→")
    readonly property string percent: qsTr("%1 %").arg((share * 100).toFixed(1))

    implicitHeight: 24
    Accessible.role: Accessible.ListItem
    Accessible.name: qsTr("%1, %2, %3").arg(shown).arg(place).arg(percent)
    AppText {
        width: 84
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
        text: row.shown
        font: Theme.figures
    }
    AppText {
        x: 90
        width: 84
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
        text: row.place
        font: Theme.caption
        color: Theme.text2
    }
    Rectangle {
        x: 178
        anchors.verticalCenter: parent.verticalCenter
        width: Math.max(2, Math.round((row.width - 178 - 56) * row.strength))
        height: 8
        radius: width > 4 ? 2 : 0
        color: Theme.ember
    }
    AppText {
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        text: row.percent
        font: Theme.figures
    }
}

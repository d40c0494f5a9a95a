import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// One alternative of a token with the model's own chance for it.
T.ItemDelegate {
    id: row

    required property int index
    required property int tokenId
    required property string piece
    required property real plain
    required property string cut
    required property bool chosen
    property bool keyed: false

    implicitHeight: 32
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    text: piece
    Accessible.role: Accessible.ListItem
    Accessible.name: chosen ? qsTr("%1, %2 percent, this is what came").arg(piece).arg((plain * 100).toFixed(1))
                            : qsTr("Branch here with %1, %2 percent").arg(piece).arg((plain * 100).toFixed(1))
    Accessible.onPressAction: row.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: row.down ? Theme.pressed : row.hovered || row.keyed ? Theme.hoverRaised : "transparent"
    }
    contentItem: Item {
        Icon { visible: row.chosen; name: "check"; tint: Theme.ember; extent: 14; anchors.verticalCenter: parent.verticalCenter }
        AppText {
            x: 20
            width: 72
            elide: Text.ElideRight
            anchors.verticalCenter: parent.verticalCenter
            text: row.piece
            font: Theme.figures
            color: row.cut !== "" ? Theme.text3 : Theme.text
        }
        Rectangle {
            visible: !branch.visible
            x: 98
            anchors.verticalCenter: parent.verticalCenter
            width: Math.max(3, Math.round((parent.width - 98 - 60) * row.plain))
            height: 8
            radius: width > 4 ? 2 : 0
            color: row.cut !== "" ? "transparent" : row.chosen ? Theme.ember : Theme.dScratch
            border.width: row.cut !== "" ? 1 : 0
            border.color: Theme.text3
        }
        Rectangle {
            id: branch
            visible: !row.chosen && (row.hovered || row.keyed)
            x: 96
            anchors.verticalCenter: parent.verticalCenter
            width: words.implicitWidth + 34
            height: 24
            radius: Theme.radius
            color: Theme.raised
            border.width: 1
            border.color: Theme.border
            Icon { x: 8; name: "branch"; extent: 14; anchors.verticalCenter: parent.verticalCenter }
            AppText { id: words; x: 26; text: qsTr("Branch here"); font: Theme.action; anchors.verticalCenter: parent.verticalCenter }
        }
        AppText {
            anchors { right: parent.right; rightMargin: 8; verticalCenter: parent.verticalCenter }
            text: qsTr("%1 %").arg((row.plain * 100).toFixed(1))
            font: Theme.figures
            color: row.cut !== "" ? Theme.text3 : Theme.text
        }
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// At the top of the composer: what was sent while a reply was under way.
Column {
    id: rows

    required property ChatController chat

    visible: chat.waiting.count > 0
    spacing: 2
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Waiting messages")
    Repeater {
        model: rows.chat.waiting
        Item {
            id: row
            required property int index
            required property string text
            required property int files
            required property var pictures
            width: rows.width
            height: Theme.smallHeight
            Accessible.role: Accessible.ListItem
            Accessible.name: qsTr("Waiting: %1").arg(text)
            Icon { x: 4; name: "clock"; extent: 14; tint: Theme.text3; anchors.verticalCenter: parent.verticalCenter }
            AppText {
                x: 26
                width: Math.min(implicitWidth, row.width - 26 - tools.width - 8 - sent.width)
                anchors.verticalCenter: parent.verticalCenter
                text: row.text.length > 300 ? row.text.slice(0, 300) : row.text
                maximumLineCount: 1
                elide: Text.ElideRight
                color: Theme.text2
                Accessible.ignored: true
                Row {
                    id: sent
                    anchors { left: parent.right; verticalCenter: parent.verticalCenter }
                    leftPadding: 4
                    spacing: 4
                    Repeater {
                        model: row.pictures.slice(0, 4)
                        Thumbnail {
                            required property var modelData
                            width: 20
                            height: 20
                            picture: modelData
                            ground: Theme.raised
                            corner: Theme.radiusSmall
                        }
                    }
                    Icon { visible: row.files > 0; name: "clip"; extent: 12; tint: Theme.text3; anchors.verticalCenter: parent.verticalCenter }
                }
            }
            Row {
                id: tools
                anchors.right: parent.right
                IconButton {
                    iconName: "edit"
                    extent: 14
                    text: qsTr("Edit this message")
                    onClicked: rows.chat.waiting.withdraw(row.index)
                }
                IconButton {
                    iconName: "close"
                    extent: 12
                    text: qsTr("Do not send this message")
                    onClicked: rows.chat.waiting.remove(row.index)
                }
            }
        }
    }
}

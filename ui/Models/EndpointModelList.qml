pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// The models of a server: used at once, or shown among the models to choose from.
Column {
    id: list

    required property var models
    property string current: ""

    signal shownChanged(string model, bool shown)
    signal useRequested(string path)

    Item {
        width: parent.width
        height: 40
        visible: list.models.length > 0
        AppText { y: 16; text: qsTr("Models"); font: Theme.section }
        AppText {
            anchors.right: parent.right
            y: 17
            text: qsTr("shown in the model button")
            font: Theme.caption
            color: Theme.text2
        }
    }
    Repeater {
        model: list.models
        Item {
            id: row
            required property var modelData
            width: list.width
            height: 48
            Hairline { width: parent.width }
            AppText {
                y: 8
                width: parent.width - use.width - 60
                text: row.modelData.name
                font: Theme.section
                color: row.modelData.canChat ? Theme.text : Theme.text3
                elide: Text.ElideMiddle
            }
            AppText {
                y: 26
                width: parent.width - use.width - 60
                text: row.modelData.facts
                font: Theme.caption
                color: Theme.text2
                elide: Text.ElideRight
                visible: text !== ""
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }
            AppButton {
                id: use
                anchors { right: parent.right; rightMargin: 48; verticalCenter: parent.verticalCenter }
                visible: row.modelData.canChat
                small: true
                enabled: list.current !== row.modelData.path
                text: enabled ? qsTr("Use") : qsTr("In use")
                Accessible.name: text + " " + row.modelData.name
                onClicked: list.useRequested(row.modelData.path)
            }
            AppSwitch {
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                name: qsTr("Show %1 among the models").arg(row.modelData.name)
                enabled: row.modelData.canChat
                checked: row.modelData.shown
                onToggled: list.shownChanged(row.modelData.id, checked)
            }
        }
    }
}

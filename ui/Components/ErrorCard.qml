pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme

// An error: the step that stopped, the reason, and one button that continues. `more` are further actions, as ghost
// buttons.
Rectangle {
    id: card

    required property string title
    property string body: ""
    property string actionText: ""
    property var more: []
    // In place of the buttons: what is offered where one is not enough.
    property Component ways: null

    signal acted()
    signal moreChosen(int index)

    implicitHeight: column.implicitHeight + 32
    implicitWidth: Theme.columnWidth
    radius: Theme.radiusCard
    color: Theme.badSoft
    border.width: 1
    border.color: Theme.badLine
    Accessible.role: Accessible.AlertMessage
    Accessible.name: title + ". " + body
    Icon {
        x: 17
        y: 16
        name: "error"
        extent: 18
        tint: Theme.bad
    }
    Column {
        id: column
        x: 48
        y: 14
        width: card.width - 48 - 16
        spacing: 4
        AppText {
            width: parent.width
            text: card.title
            font: Theme.subheading
            line: 24
            wrapMode: Text.Wrap
        }
        AppText {
            width: Math.min(parent.width, 488)
            visible: card.body !== ""
            text: card.body
            font: Theme.cell
            color: Theme.text2
            line: 22
            wrapMode: Text.Wrap
        }
        Item {
            width: 1
            height: 4
            visible: buttons.visible || card.ways !== null
        }
        Loader {
            width: parent.width
            active: card.ways !== null
            visible: active
            sourceComponent: card.ways
        }
        Row {
            id: buttons
            visible: card.actionText !== ""
            spacing: 6
            AppButton {
                kind: AppButton.Primary
                text: card.actionText
                onClicked: card.acted()
            }
            Repeater {
                model: card.more
                AppButton {
                    required property int index
                    required property string modelData
                    kind: AppButton.Ghost
                    text: modelData
                    onClicked: card.moreChosen(index)
                }
            }
        }
    }
}

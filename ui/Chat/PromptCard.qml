import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// A prompt to begin with.
T.AbstractButton {
    id: card

    property string topic: ""

    implicitHeight: 92
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Keys.onReturnPressed: card.clicked()
    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.description: topic
    Accessible.onPressAction: card.clicked()
    background: Rectangle {
        radius: Theme.radiusCard
        color: card.down ? Theme.pressed : card.hovered ? Theme.hoverRaised : Theme.raised
        border.width: 1
        border.color: Theme.border
        FocusRing {
            corner: Theme.radiusCard
            visible: card.visualFocus
        }
    }
    contentItem: Item {
        AppText {
            x: 14
            y: 13
            width: parent.width - 24
            text: card.text
            font: Theme.action
            line: 18
            wrapMode: Text.Wrap
            maximumLineCount: 2
            elide: Text.ElideRight
        }
        AppText {
            x: 14
            y: 63
            text: card.topic
            font: Theme.caption
            color: Theme.text3
        }
    }
}

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Two models as one, in front of the models of the picker.
T.ItemDelegate {
    id: row

    required property ModelRoute route
    readonly property string facts: route.problem !== "" ? route.problem
                                  : route.chosen ? route.summary : qsTr("A small model for easy requests, a large one for the rest")

    height: 52
    text: qsTr("Automatic")
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.Button
    Accessible.name: text + ", " + facts
    Accessible.checked: route.current
    Accessible.onPressAction: row.clicked()
    Keys.onReturnPressed: row.clicked()
    Keys.onEnterPressed: row.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: row.hovered || row.visualFocus ? Theme.hoverRaised : "transparent"
        FocusRing {
            distance: -4
            visible: row.visualFocus
        }
    }
    contentItem: Item {
        Icon {
            visible: row.route.current
            x: 9
            y: 10
            name: "check"
            tint: Theme.ember
        }
        AppText {
            x: 32
            y: 9
            text: row.text
            font: Theme.section
        }
        AppText {
            x: 32
            y: 28
            width: parent.width - 40
            text: row.facts
            font: Theme.caption
            color: row.route.problem !== "" ? Theme.bad : Theme.text2
            elide: Text.ElideRight
        }
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// One of a few, side by side. `options` are texts; `seconds`, when given, a second line for each.
T.Control {
    id: control

    property var options: []
    property var seconds: []
    property int current: 0
    property bool mono: false
    property string name: ""

    signal chosen(int index)

    // The keyboard goes first, then the choice: only the chosen one is in the order of Tab.
    function step(index: int) {
        if (index < 0 || index >= options.length) return
        repeater.itemAt(index).forceActiveFocus(Qt.TabFocusReason)
        chosen(index)
    }

    function takeKeyboard() { repeater.itemAt(current)?.forceActiveFocus(Qt.TabFocusReason) }

    implicitHeight: seconds.length > 0 ? 48 : Theme.controlHeight
    implicitWidth: 240
    padding: 2
    Accessible.role: Accessible.Grouping
    Accessible.name: name
    background: Rectangle {
        radius: Theme.radius
        color: Theme.trough
        border.width: 1
        border.color: Theme.troughEdge
    }
    contentItem: Row {
        Repeater {
            id: repeater
            model: control.options
            T.RadioButton {
                id: option
                required property int index
                required property string modelData
                readonly property bool on: index === control.current
                readonly property string second: control.seconds[index] ?? ""
                width: control.availableWidth / Math.max(1, control.options.length)
                height: control.availableHeight
                text: modelData
                hoverEnabled: true
                focusPolicy: on ? Qt.TabFocus : Qt.NoFocus
                autoExclusive: false
                checked: on
                // A click checks it; what counts is what was chosen.
                onClicked: { control.chosen(index); checked = Qt.binding(() => option.on) }
                Keys.onLeftPressed: control.step(index - 1)
                Keys.onRightPressed: control.step(index + 1)
                Accessible.role: Accessible.RadioButton
                Accessible.name: second === "" ? text : text + ", " + second
                Accessible.checkable: true
                Accessible.checked: on
                Accessible.onPressAction: if (option.enabled) option.clicked()
                Accessible.onToggleAction: if (option.enabled) option.clicked()
                background: Rectangle {
                    radius: Theme.radius - 1
                    color: option.on ? Theme.troughThumb : "transparent"
                    border.width: option.on ? 1 : 0
                    border.color: Theme.border
                    FocusRing {
                        distance: 0
                        visible: option.visualFocus
                    }
                }
                contentItem: Item {
                    Column {
                        anchors.centerIn: parent
                        spacing: 2
                        AppText {
                            text: option.text
                            font: control.mono ? Theme.figures : option.on ? Theme.action : Theme.body
                            color: option.on || option.hovered ? Theme.text : Theme.text2
                            anchors.horizontalCenter: parent.horizontalCenter
                        }
                        AppText {
                            visible: option.second !== ""
                            text: option.second
                            font: Theme.caption
                            color: option.on ? Theme.text2 : Theme.text3
                            anchors.horizontalCenter: parent.horizontalCenter
                        }
                    }
                }
            }
        }
    }
}

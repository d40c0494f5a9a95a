import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The model in use: its name, quantisation and where it runs. Opens the picker.
T.Button {
    id: button

    required property EngineStatus engine
    property bool brief: false
    property bool on: false
    readonly property string note: engine.loading ? (engine.loadStep !== "" ? engine.loadStep + " " : "") + Math.round(engine.loadFraction * 100) + " %"
                                                  : engine.resting || engine.awaitedPath !== "" ? qsTr("loads when you send")
                                                  : engine.ready ? engine.device.text : ""

    implicitHeight: 36
    implicitWidth: Math.min(row.implicitWidth + 20, maximumWidth)
    property real maximumWidth: 400
    // With everything that it can show.
    readonly property real wholeWidth: 20 + name.implicitWidth + (badge.text !== "" ? 8 + badge.implicitWidth : 0) + (noteText.text !== "" ? 8 + noteText.implicitWidth : 0) + 22
    // A part of the device's name says nothing: a note without room is in the tip.
    readonly property bool noteFits: wholeWidth <= maximumWidth
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    text: engine.loading ? qsTr("Loading a model") : engine.modelName !== "" ? engine.modelName : qsTr("No model")
    Keys.onReturnPressed: button.clicked()
    Accessible.role: Accessible.Button
    Accessible.name: qsTr("Model: %1 %2, %3").arg(text).arg(engine.quantization).arg(note)
    Accessible.onPressAction: button.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: button.down ? Theme.pressed : button.on || button.hovered ? Theme.hover : "transparent"
        Behavior on color { ColorAnimation { duration: Theme.quick } }
        FocusRing { visible: button.visualFocus }
    }
    contentItem: Item {
        clip: true
        Row {
            id: row
            x: 10
            spacing: 8
            anchors.verticalCenter: parent.verticalCenter
            AppText {
                id: name
                width: Math.min(implicitWidth, Math.max(60, button.maximumWidth - 20 - rest.width - 8))
                text: button.text
                font: Theme.section
                elide: Text.ElideRight
                anchors.verticalCenter: parent.verticalCenter
            }
            Row {
                id: rest
                spacing: 8
                anchors.verticalCenter: parent.verticalCenter
                Badge {
                    id: badge
                    visible: button.engine.ready && text !== "" && !button.brief
                    text: button.engine.quantization
                    mono: true
                    anchors.verticalCenter: parent.verticalCenter
                }
                AppText {
                    id: noteText
                    visible: text !== "" && !button.brief && (button.noteFits || button.engine.loading)
                    text: button.note
                    font: Theme.caption
                    color: Theme.text2
                    anchors.verticalCenter: parent.verticalCenter
                }
                Icon {
                    name: "down"
                    extent: 14
                    anchors.verticalCenter: parent.verticalCenter
                }
            }
        }
    }
    Rectangle {
        visible: button.engine.loading
        x: 10
        y: parent.height - 3
        width: Math.max(4, (parent.width - 20) * button.engine.loadFraction)
        height: 2
        radius: 1
        color: Theme.ember
    }
    TipLoader {
        control: button
        text: name.truncated || !noteText.visible ? button.text + (button.engine.quantization !== "" ? " · " + button.engine.quantization : "") + (button.note !== "" ? " · " + button.note : "") : ""
        shown: (button.hovered || button.visualFocus) && !button.on
    }
}

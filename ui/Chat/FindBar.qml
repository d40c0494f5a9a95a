import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Finds a text in the open chat. Enter goes to the next place, Shift+Enter to the one before, Esc closes.
T.Control {
    id: bar

    required property FindInChat find

    signal closed()

    function start() {
        visible = true
        field.forceActiveFocus()
        field.selectAll()
    }
    function stop() {
        visible = false
        find.query = ""
        field.text = ""
        closed()
    }

    visible: false
    implicitWidth: 360
    implicitHeight: 48
    Accessible.role: Accessible.ToolBar
    Accessible.name: qsTr("Find in this chat")
    background: Card {}
    AppField {
        id: field
        x: 8
        y: 8
        width: parent.width - 8 - places.width - buttons.width - 20
        name: qsTr("Find in this chat")
        placeholderText: qsTr("Find in this chat")
        onTextEdited: bar.find.query = text
        Keys.onReturnPressed: event => bar.find.step(event.modifiers & Qt.ShiftModifier ? -1 : 1)
        Keys.onEscapePressed: bar.stop()
    }
    AppText {
        id: places
        anchors { right: buttons.left; rightMargin: 4; verticalCenter: parent.verticalCenter }
        width: 64
        horizontalAlignment: Text.AlignRight
        text: bar.find.query === "" ? "" : bar.find.count === 0 ? qsTr("not found") : qsTr("%1 of %2").arg(bar.find.current).arg(bar.find.count)
        font: Theme.caption
        color: Theme.text3
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    Row {
        id: buttons
        anchors { right: parent.right; rightMargin: 6; verticalCenter: parent.verticalCenter }
        IconButton { iconName: "up"; extent: 14; text: qsTr("Previous match"); enabled: bar.find.count > 0; onClicked: bar.find.step(-1) }
        IconButton { iconName: "down"; extent: 14; text: qsTr("Next match"); enabled: bar.find.count > 0; onClicked: bar.find.step(1) }
        IconButton { iconName: "close"; extent: 14; text: qsTr("Close the search"); hint: qsTr("Esc"); onClicked: bar.stop() }
    }
}

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// In place of the window when another Hearth has the chats open and does not answer. The choice is the exit code.
T.ApplicationWindow {
    id: window

    required property int process
    required property bool dark

    enum Choice { Quit, EndIt, Wait }

    width: 520
    height: words.implicitHeight + 148
    minimumWidth: 440
    minimumHeight: height
    visible: true
    title: qsTr("Hearth is already running")
    color: Theme.window
    font: Theme.body
    onClosing: Qt.exit(StuckWindow.Quit)
    Component.onCompleted: waiting.forceActiveFocus()
    Binding { target: Theme; property: "dark"; value: window.dark }
    Shortcut { sequence: "Esc"; onActivated: Qt.exit(StuckWindow.Quit) }
    Column {
        id: words
        x: 24
        y: 24
        width: parent.width - 48
        spacing: 12
        AppText {
            width: parent.width
            text: qsTr("Hearth is already running, but it does not answer.")
            font: Theme.heading
            wrapMode: Text.Wrap
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
        AppText {
            width: parent.width
            text: qsTr("Process %1 has your chats open. It may be busy, or it may have stopped working. If you end it, everything that was sent or answered stays saved; a reply that is being written keeps the part that is there.").arg(window.process)
            line: 20
            wrapMode: Text.Wrap
        }
    }
    Flow {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 24 }
        layoutDirection: Qt.RightToLeft
        spacing: 8
        AppButton { id: waiting; kind: AppButton.Primary; text: qsTr("Wait"); onClicked: Qt.exit(StuckWindow.Wait) }
        AppButton { text: qsTr("End it and open Hearth"); onClicked: Qt.exit(StuckWindow.EndIt) }
        AppButton { kind: AppButton.Ghost; text: qsTr("Quit"); onClicked: Qt.exit(StuckWindow.Quit) }
    }
}

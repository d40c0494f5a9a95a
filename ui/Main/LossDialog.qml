import QtQuick
import Hearth.App
import Hearth.Components

// Asks before chats are lost that are in memory only.
DialogShell {
    id: dialog

    required property ChatBackup backup
    property bool saving: false

    signal saveRequested()
    signal closeRequested()

    title: qsTr("Close without saving?")
    wantedWidth: 520
    wantedHeight: 220
    onAboutToShow: saving = false
    AppText {
        x: 24
        y: 16
        width: parent.width - 48
        text: qsTr("Your chats from this session are in memory only. They will be lost when Hearth closes.")
        line: 20
        wrapMode: Text.Wrap
    }
    Row {
        anchors { right: parent.right; rightMargin: 24; bottom: parent.bottom; bottomMargin: 16 }
        spacing: 8
        AppButton {
            kind: AppButton.Danger
            text: qsTr("Close without saving")
            onClicked: {
                dialog.backup.stopAsking()
                dialog.closeRequested()
            }
        }
        AppButton {
            kind: AppButton.Primary
            text: qsTr("Save as…")
            onClicked: {
                dialog.saving = true
                dialog.saveRequested()
            }
        }
    }
    Connections {
        target: dialog.backup
        function onWritten() { if (dialog.saving) dialog.closeRequested() }
    }
}

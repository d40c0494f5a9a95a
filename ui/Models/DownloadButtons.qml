import QtQuick
import Hearth.App
import Hearth.Components

// Pause or resume, and cancel, of one download.
Row {
    id: buttons

    required property int downloadState
    required property string title
    readonly property bool stopped: downloadState === Downloads.Paused || downloadState === Downloads.Failed

    signal pauseRequested()
    signal resumeRequested()
    signal cancelRequested()

    spacing: 4
    AppButton {
        small: true
        iconName: buttons.stopped ? "play" : "pause"
        text: buttons.stopped ? qsTr("Resume") : qsTr("Pause")
        Accessible.name: text + " " + buttons.title
        onClicked: buttons.stopped ? buttons.resumeRequested() : buttons.pauseRequested()
    }
    IconButton {
        iconName: "close"
        text: qsTr("Cancel the download of %1").arg(buttons.title)
        onClicked: buttons.cancelRequested()
    }
}

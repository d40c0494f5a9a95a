import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Progress of a download, in a bar and in words.
Item {
    id: progress

    required property int downloadState
    required property double fraction
    required property string text
    readonly property bool calm: downloadState === Downloads.Paused || downloadState === Downloads.Waiting
    readonly property bool failed: downloadState === Downloads.Failed

    height: 28
    Accessible.role: Accessible.ProgressBar
    Accessible.name: text
    SegmentBar {
        width: parent.width
        thickness: 6
        total: 1
        segments: [{ value: progress.fraction, colour: progress.failed ? Theme.bad : progress.calm ? Theme.dScratch : Theme.ember }]
    }
    AppText {
        y: 10
        width: parent.width - 56
        text: progress.text
        font: Theme.caption
        color: progress.failed ? Theme.bad : Theme.text2
        elide: Text.ElideRight
    }
    AppText {
        anchors.right: parent.right
        y: 10
        text: qsTr("%1 %").arg(Math.floor(progress.fraction * 100))
        font: Theme.figures
        color: Theme.text2
    }
}

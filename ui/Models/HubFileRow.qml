import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One quantisation: its cost, its fit, and its download.
Item {
    id: row

    required property int index
    required property string quantization
    required property string sizeText
    required property string quality
    required property bool suggested
    required property int fits
    required property string fitText
    required property string speedText
    required property string downloadId
    required property int downloadState
    required property double fraction
    required property string progressText
    required property bool installed
    // Room for the longest word of each column, for any label of the button.
    readonly property bool wide: width > 356 + 168 + button.implicitWidth
    readonly property bool active: downloadState >= 0

    signal downloadRequested(int index)
    signal pauseRequested(string id)
    signal resumeRequested(string id)
    signal cancelRequested(string id)

    readonly property int lineHeight: speedText !== "" ? 20 : 0

    height: (wide ? 44 : 60) + lineHeight + (active ? 32 : 0)
    Accessible.role: Accessible.Grouping
    Accessible.name: quantization + ", " + sizeText + ", " + quality + ", " + fitText + (speedText !== "" ? ", " + speedText : "")

    Hairline { width: parent.width }
    AppText {
        y: 14
        width: 84
        text: row.quantization
        font: Theme.figures
        elide: Text.ElideRight
    }
    AppText {
        x: 84
        y: 14
        width: 72
        horizontalAlignment: Text.AlignRight
        text: row.sizeText
        font: Theme.figures
        color: Theme.text2
    }
    Row {
        x: row.wide ? 180 : 172
        y: 12
        spacing: 8
        AppText {
            visible: row.wide || !row.suggested
            text: row.quality
            color: Theme.text2
            anchors.verticalCenter: parent.verticalCenter
        }
        Badge { visible: row.suggested; text: qsTr("Suggested"); tone: Badge.Ember; anchors.verticalCenter: parent.verticalCenter }
    }
    FitMark {
        visible: row.fits <= FitMark.No
        x: row.wide ? 356 : 0
        y: row.wide ? 14 : 36
        fit: row.fits
        text: row.fitText
    }
    AppText {
        visible: row.fits > FitMark.No && text !== ""
        x: row.wide ? 356 : 0
        y: row.wide ? 14 : 36
        text: row.fitText
        font: Theme.caption
        color: Theme.text3
    }
    AppText {
        visible: text !== ""
        y: row.wide ? 38 : 56
        width: parent.width
        text: row.speedText
        font: Theme.caption
        color: Theme.text2
        elide: Text.ElideRight
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    Row {
        anchors.right: parent.right
        y: 8
        height: 28
        spacing: 4
        Badge {
            visible: row.installed && !row.active
            text: qsTr("Downloaded")
            tone: Badge.Good
            iconName: "check"
            anchors.verticalCenter: parent.verticalCenter
        }
        AppButton {
            id: button
            visible: !row.installed && !row.active
            small: true
            iconName: "download"
            text: qsTr("Download")
            Accessible.name: qsTr("Download %1").arg(row.quantization)
            onClicked: row.downloadRequested(row.index)
        }
        DownloadButtons {
            visible: row.active
            title: row.quantization
            downloadState: row.downloadState
            onPauseRequested: row.pauseRequested(row.downloadId)
            onResumeRequested: row.resumeRequested(row.downloadId)
            onCancelRequested: row.cancelRequested(row.downloadId)
        }
    }
    DownloadProgress {
        visible: row.active
        y: (row.wide ? 42 : 58) + row.lineHeight
        width: parent.width
        downloadState: row.downloadState
        fraction: row.fraction
        text: row.progressText
    }
}

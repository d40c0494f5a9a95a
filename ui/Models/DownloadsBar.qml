pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// All downloads under way, for every model. Takes no room without downloads.
Item {
    id: bar

    required property Downloads downloads
    property bool open: false

    height: visible ? 40 + (open ? Math.min(list.contentHeight, 220) : 0) : 0
    visible: downloads.count > 0
    Hairline { width: parent.width }
    AppButton {
        x: 8
        y: 6
        small: true
        kind: AppButton.Ghost
        iconName: "download"
        text: bar.downloads.summary
        trailingIcon: bar.open ? "down" : "up"
        tip: bar.open ? qsTr("Hide the list of downloads") : qsTr("Show the list of downloads")
        onClicked: bar.open = !bar.open
    }
    ListView {
        id: list
        y: 40
        width: parent.width
        height: parent.height - 40
        visible: bar.open
        clip: true
        model: bar.downloads
        boundsBehavior: Flickable.StopAtBounds
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Downloads")
        T.ScrollBar.vertical: AppScrollBar {}
        delegate: Item {
            id: row
            required property string downloadId
            required property string title
            required property string quantization
            required property int downloadState
            required property double fraction
            required property string progressText
            width: ListView.view.width
            height: 72
            AppText {
                x: 20
                y: 12
                width: parent.width - 40 - buttons.width
                text: row.title + " " + row.quantization
                font: Theme.section
                elide: Text.ElideRight
            }
            DownloadButtons {
                id: buttons
                anchors { right: parent.right; rightMargin: 16 }
                y: 6
                title: row.title + " " + row.quantization
                downloadState: row.downloadState
                onPauseRequested: bar.downloads.pause(row.downloadId)
                onResumeRequested: bar.downloads.resume(row.downloadId)
                onCancelRequested: bar.downloads.cancel(row.downloadId)
            }
            DownloadProgress {
                x: 20
                y: 40
                width: parent.width - 40
                downloadState: row.downloadState
                fraction: row.fraction
                text: row.progressText
            }
        }
    }
}

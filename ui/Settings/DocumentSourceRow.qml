// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.Theme
import Hearth.Components

// One folder or file of documents: how far it has been read, what is wrong with its files, and what can be done with it.
Column {
    id: row

    required property string name
    required property string path
    required property string status
    required property double fraction
    required property bool paused
    required property bool missing
    required property int problemCount
    /// { file, reason } each, while they are shown.
    property var problems: []
    property bool unfolded: false

    signal pauseToggled()
    signal lookRequested()
    signal removed()
    signal problemsRequested()

    width: parent ? parent.width : 400
    Item {
        width: row.width
        height: words.implicitHeight + 24
        Column {
            id: words
            y: 12
            width: parent.width - buttons.width - 16
            spacing: 2
            AppText { width: parent.width; text: row.name; font: Theme.action; elide: Text.ElideMiddle; Accessible.role: Accessible.StaticText; Accessible.name: qsTr("%1: %2").arg(row.name).arg(row.status) }
            AppText { width: parent.width; text: row.path; font: Theme.caption; color: Theme.text3; elide: Text.ElideMiddle; Accessible.ignored: true }
            AppText { width: parent.width; text: row.status; font: Theme.caption; color: row.missing ? Theme.bad : Theme.text2; wrapMode: Text.Wrap; line: 18; Accessible.ignored: true }
            Item {
                visible: row.fraction >= 0
                width: parent.width
                height: 10
                Accessible.role: Accessible.ProgressBar
                Accessible.name: row.status
                SegmentBar {
                    y: 4
                    width: parent.width
                    total: 1
                    segments: [{ value: row.fraction, colour: Theme.ember }]
                }
            }
            AppButton {
                visible: row.problemCount > 0
                small: true
                kind: AppButton.Ghost
                iconName: row.unfolded ? "up" : "down"
                text: row.problemCount === 1 ? qsTr("1 file could not be read") : qsTr("%1 files could not be read").arg(row.problemCount)
                onClicked: {
                    if (!row.unfolded) row.problemsRequested()
                    row.unfolded = !row.unfolded
                }
            }
        }
        Row {
            id: buttons
            anchors.right: parent.right
            y: 12
            spacing: 4
            IconButton { iconName: "redo"; enabled: !row.paused; text: qsTr("Look for changes in %1").arg(row.name); onClicked: row.lookRequested() }
            IconButton {
                iconName: row.paused ? "play" : "pause"
                text: row.paused ? qsTr("Continue reading %1").arg(row.name) : qsTr("Pause reading %1").arg(row.name)
                onClicked: row.pauseToggled()
            }
            IconButton { iconName: "trash"; text: qsTr("Remove %1 from the documents").arg(row.name); onClicked: row.removed() }
        }
    }
    Repeater {
        model: row.unfolded ? row.problems : []
        delegate: Column {
            required property var modelData
            x: 12
            width: row.width - 12
            bottomPadding: 8
            Accessible.role: Accessible.StaticText
            Accessible.name: qsTr("%1: %2").arg(modelData.file).arg(modelData.reason)
            AppText { width: parent.width; text: modelData.file; font: Theme.caption; elide: Text.ElideMiddle; Accessible.ignored: true }
            AppText { width: parent.width; text: modelData.reason; font: Theme.caption; color: Theme.text3; wrapMode: Text.Wrap; line: 18; Accessible.ignored: true }
        }
    }
    Hairline { width: row.width }
}

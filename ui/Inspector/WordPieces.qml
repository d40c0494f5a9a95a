pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// A text as its tokens, each on a ground of its own, with what that takes.
Column {
    id: view

    required property string name
    required property string sample
    required property bool typed
    required property int tokens
    required property var pieces
    required property string figures
    readonly property var grounds: [Theme.emberSoft, Theme.infoSoft, Theme.goodSoft, Theme.warnSoft]

    spacing: 6
    visible: !typed || sample !== ""
    Accessible.role: Accessible.StaticText
    Accessible.name: name + ": " + (figures !== "" ? figures : sample)
    Item {
        readonly property bool tight: heading.width + sums.width + 16 > width
        width: parent.width
        height: tight ? 40 : 20
        AppText { id: heading; height: 20; verticalAlignment: Text.AlignVCenter; text: view.name; font: Theme.section }
        AppText {
            id: sums
            x: parent.tight ? 0 : parent.width - width
            y: parent.tight ? 20 : 0
            height: 20
            verticalAlignment: Text.AlignVCenter
            text: view.figures
            font: Theme.figures
            color: Theme.text2
        }
    }
    AppText {
        width: parent.width
        visible: view.tokens === 0
        text: view.sample
        color: Theme.text2
        line: 20
        wrapMode: Text.Wrap
    }
    Flow {
        id: flow
        width: parent.width
        visible: view.tokens > 0
        spacing: 2
        Repeater {
            model: view.pieces
            Rectangle {
                id: piece
                required property int index
                required property string modelData
                width: words.width + 4
                height: 22
                radius: 3
                color: view.grounds[index % 4]
                AppText {
                    id: words
                    x: 2
                    width: Math.min(implicitWidth, flow.width - 4)
                    height: 22
                    verticalAlignment: Text.AlignVCenter
                    elide: Text.ElideRight
                    // A character that is spread over several tokens is shown in its last one.
                    text: piece.modelData === "" ? "⋯" : piece.modelData.replace(/\n/g, "↵").replace(/\t/g, "→")
                    Accessible.role: Accessible.StaticText
                    Accessible.name: text
                }
            }
        }
    }
    AppText {
        visible: view.tokens > view.pieces.length && view.pieces.length > 0
        text: qsTr("The first %1 of them are shown.").arg(view.pieces.length)
        font: Theme.caption
        color: Theme.text3
    }
    Hairline { width: parent.width }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Metadata of a file: parameters by group, memory by precision and context, and the rest in lines.
Column {
    id: view

    required property ModelCard card

    signal precisionRequested()

    readonly property var groups: card.groups
    readonly property var colours: [Theme.dWeights, Theme.ember, Theme.emberBank, Theme.dScratch, Theme.border, Theme.dTrack]

    spacing: 10
    AppText {
        visible: text !== ""
        width: Math.min(parent.width, 452)
        text: view.card.description
        color: Theme.text2
        wrapMode: Text.Wrap
        line: 20
    }
    Item {
        width: parent.width
        height: 32
        visible: view.card.groups.length > 0
        AppText { y: 14; text: qsTr("Parameters"); font: Theme.section }
        AppText { anchors.right: parent.right; y: 15; text: view.card.parametersText; font: Theme.caption; color: Theme.text2 }
    }
    SegmentBar {
        visible: view.card.groups.length > 0
        width: parent.width
        thickness: 12
        total: 1
        roundEnd: true
        // A segment narrower than a pixel would be drawn past the end.
        segments: view.groups.map((group, index) => ({ value: group.share < 0.002 ? 0 : group.share, colour: view.colours[index] }))
    }
    Flow {
        width: parent.width
        spacing: 16
        Repeater {
            model: view.card.groups
            Column {
                id: group
                required property int index
                required property var modelData
                spacing: 2
                Legend { entries: [{ text: group.modelData.name, colour: view.colours[group.index] }] }
                AppText { x: 12; text: group.modelData.text; font: Theme.figures; color: Theme.text2 }
            }
        }
    }
    Item {
        width: parent.width
        height: 36
        visible: view.card.memory.length > 0
        AppText { y: 18; text: qsTr("Memory by precision"); font: Theme.section }
        AppText {
            anchors.right: parent.right
            y: 19
            visible: view.width > 440
            text: qsTr("GB, weights and one context together")
            font: Theme.caption
            color: Theme.text2
        }
    }
    MemoryTable {
        width: parent.width
        visible: view.card.memory.length > 0
        rows: view.card.memory
        contexts: view.card.contexts
    }
    AppText {
        width: parent.width
        visible: view.card.memory.length > 0
        wrapMode: Text.Wrap
        text: qsTr("For one conversation. A loaded model keeps the cache of several where there is room, so it shows more.")
        font: Theme.caption
        color: Theme.text2
    }
    AppButton {
        visible: view.card.memory.length > 0
        small: true
        text: qsTr("Every precision, and what fits here…")
        onClicked: view.precisionRequested()
    }
    Column {
        width: parent.width
        topPadding: 12
        spacing: 6
        Repeater {
            model: view.card.lines
            Item {
                id: fact
                required property var modelData
                width: view.width
                height: Math.max(16, value.implicitHeight)
                AppText { text: fact.modelData.name; font: Theme.caption; color: Theme.text2 }
                AppText {
                    id: value
                    x: 96
                    width: parent.width - 96
                    text: fact.modelData.value
                    font: Theme.caption
                    wrapMode: Text.Wrap
                }
            }
        }
    }
}

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Makes the reply again from its recipe, and what the cache holds, unless it is a server's.
Column {
    id: box

    required property ReplyReplay replay
    required property CacheFigures cache
    readonly property string why: qsTr("What was computed for these tokens is kept and used again. When it is full, what was not used for longest gives way.")

    spacing: 8
    Item {
        width: parent.width
        height: 28
        AppText { text: qsTr("Recipe"); font: Theme.section; anchors.verticalCenter: parent.verticalCenter; Accessible.role: Accessible.Heading; Accessible.name: text }
        AppButton {
            anchors.right: parent.right
            small: true
            iconName: "redo"
            text: box.replay.running ? qsTr("Generating again…") : qsTr("Generate again")
            tip: qsTr("The same prompt, settings and seed; nothing stored is changed")
            enabled: !box.replay.running
            onClicked: box.replay.run()
        }
    }
    Row {
        visible: box.replay.verdict !== ""
        width: parent.width
        spacing: 6
        Icon { name: box.replay.sameText ? "check" : "warn"; tint: box.replay.sameText ? Theme.good : Theme.warn; extent: 14; y: 2 }
        AppText {
            width: parent.width - 20
            text: box.replay.verdict
            color: box.replay.sameText ? Theme.good : Theme.text2
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
    }
    Item { visible: box.cache.text !== ""; width: 1; height: 2 }
    Hairline { visible: box.cache.text !== ""; width: parent.width }
    Item {
        visible: box.cache.text !== ""
        width: parent.width
        height: 20
        AppText { text: qsTr("Cache"); font: Theme.section; anchors.verticalCenter: parent.verticalCenter; Accessible.role: Accessible.Heading; Accessible.name: text }
        ExplainedText {
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: qsTr("%1 % full").arg(Math.round(box.cache.share * 100))
            why: box.why
        }
    }
    SegmentBar {
        visible: box.cache.text !== ""
        width: parent.width
        thickness: 8
        total: 1
        segments: [{ value: box.cache.share, colour: Theme.emberBank }]
    }
    ExplainedText {
        visible: text !== ""
        width: parent.width
        text: box.cache.text
        why: box.why
        color: Theme.text2
        wrapMode: Text.Wrap
    }
}

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One answer of a comparison: its difference, its state, its text, and its actions.
Item {
    id: column

    required property int index
    required property string label
    required property MessageBlockModel blocks
    required property int phase
    required property string status
    required property string problem
    property ReplyComparison comparison: null
    property ChatController chat: null
    property bool divided: false
    readonly property bool keyed: texts.activeFocus
    readonly property bool growing: phase === ReplyComparison.Waiting || phase === ReplyComparison.Reading || phase === ReplyComparison.Writing
    readonly property string ending: phase === ReplyComparison.Stopped ? qsTr("Stopped") : phase === ReplyComparison.Failed ? qsTr("Failed") : ""

    signal linkChosen(string address)
    signal copyRequested(string text)

    function focusText(quiet: bool) {
        texts.quiet = quiet
        texts.forceActiveFocus()
    }

    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("Answer %1 of %2: %3").arg(index + 1).arg(comparison ? comparison.count : 0).arg(label)
    TapHandler { onPressedChanged: if (pressed) texts.takeKeys() }
    Hairline {
        visible: column.divided
        width: 1
        height: parent.height
    }
    AppText {
        id: head
        x: 16
        y: 14
        width: parent.width - 32 - (dot.visible ? 16 : 0)
        text: column.label
        font: Theme.section
        elide: Text.ElideRight
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    Rectangle {
        id: dot
        anchors { right: parent.right; rightMargin: 16; verticalCenter: head.verticalCenter }
        visible: column.growing
        width: 7
        height: 7
        radius: 3.5
        color: Theme.ember
        SequentialAnimation on opacity {
            loops: Animation.Infinite
            running: dot.visible && !Theme.reduceMotion
            NumberAnimation { from: 1; to: 0.55; duration: 800; easing.type: Easing.InOutSine }
            NumberAnimation { from: 0.55; to: 1; duration: 800; easing.type: Easing.InOutSine }
        }
    }
    AppText {
        id: figures
        anchors { left: head.left; top: head.bottom; topMargin: 2 }
        width: parent.width - 32
        text: column.ending === "" ? column.status : column.status === "" ? column.ending : column.ending + "  ·  " + column.status
        font: Theme.caption
        color: Theme.text3
        line: 16
        wrapMode: Text.Wrap
    }
    AppText {
        id: trouble
        anchors { left: head.left; top: figures.bottom; topMargin: 4 }
        visible: text !== ""
        width: parent.width - 32
        text: column.problem
        color: Theme.bad
        line: 20
        wrapMode: Text.Wrap
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    ComparisonText {
        id: texts
        anchors { left: parent.left; leftMargin: 1; right: parent.right; top: trouble.visible ? trouble.bottom : figures.bottom; topMargin: 4; bottom: foot.top }
        blocks: column.blocks
        chat: column.chat
        growing: column.growing
        Accessible.name: column.label
        onLinkChosen: address => column.linkChosen(address)
        onCopyRequested: text => column.copyRequested(text)
    }
    Row {
        id: foot
        anchors { left: parent.left; leftMargin: 16; bottom: parent.bottom; bottomMargin: 12 }
        height: Theme.controlHeight
        spacing: 4
        AppButton {
            text: qsTr("Keep this one")
            Accessible.name: qsTr("Keep this one: %1").arg(column.label)
            onClicked: column.comparison.keep(column.index)
        }
        AppButton {
            visible: column.growing
            kind: AppButton.Ghost
            text: qsTr("Stop")
            Accessible.name: qsTr("Stop: %1").arg(column.label)
            onClicked: column.comparison.stop(column.index)
        }
        IconButton {
            visible: !column.growing
            anchors.verticalCenter: parent.verticalCenter
            iconName: "copy"
            text: qsTr("Copy this answer")
            onClicked: column.copyRequested(column.comparison.text(column.index))
        }
    }
}

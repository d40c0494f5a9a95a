import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The prompt being read: what was reused, what is read, what is to go, how fast, how long still. A server tells
// nothing of it.
Rectangle {
    id: card

    required property ChatController chat
    property string label: ""
    // Tokens come, and nothing of them can be shown yet.
    readonly property bool read: chat.state === ChatController.Generating
    // A server tells nothing of the prompt.
    readonly property bool told: chat.figures.server === "" || chat.figures.prefillTotal > 0
    readonly property string heading: label !== "" ? label : read ? qsTr("Writing") : told ? chat.figures.pictureDone > 0 ? qsTr("Reading a picture, %1 %").arg(Math.round(100 * chat.figures.pictureDone)) : qsTr("Reading the prompt") : qsTr("Waiting for %1").arg(chat.figures.server)
    readonly property int fresh: Math.max(0, chat.figures.prefillDone - chat.figures.prefillReused)
    readonly property int toGo: Math.max(0, chat.figures.prefillTotal - chat.figures.prefillDone)

    implicitHeight: told ? 108 : 46
    radius: Theme.radiusCard
    color: Theme.raised
    border.width: 1
    border.color: Theme.border
    Accessible.role: Accessible.ProgressBar
    Accessible.name: !told ? heading : qsTr("Reading the prompt, %1 of %2 tokens").arg(numbers.count(chat.figures.prefillDone)).arg(numbers.count(chat.figures.prefillTotal))
    NumberText { id: numbers }
    AppText {
        x: 16
        y: 13
        text: card.heading
        font: Theme.section
    }
    AppText {
        anchors { right: parent.right; rightMargin: 16 }
        y: 13
        visible: card.told && card.chat.figures.prefillSecondsLeft >= 0 && !card.read
        text: qsTr("%1 left").arg(numbers.wait(card.chat.figures.prefillSecondsLeft))
        font: Theme.section
    }
    SegmentBar {
        visible: card.told
        x: 16
        y: 41
        width: parent.width - 32
        thickness: 8
        roundEnd: true
        total: Math.max(1, card.chat.figures.prefillTotal)
        segments: [{ value: card.chat.figures.prefillReused, colour: Theme.emberBank }, { value: card.fresh, colour: Theme.ember }]
    }
    Legend {
        visible: card.told
        x: 16
        y: 59
        entries: [{ text: qsTr("%1 reused").arg(numbers.count(card.chat.figures.prefillReused)), colour: Theme.emberBank },
                  { text: qsTr("%1 read").arg(numbers.count(card.fresh)), colour: Theme.ember },
                  { text: qsTr("%1 to go").arg(numbers.count(card.toGo)), colour: Theme.dTrack }]
    }
    AppText {
        anchors { right: parent.right; rightMargin: 16 }
        y: 60
        visible: card.told && card.chat.figures.prefillRate > 0
        text: qsTr("%1 tok/s").arg(numbers.count(card.chat.figures.prefillRate))
        font: Theme.figures
        color: Theme.text2
    }
    AppText {
        x: 16
        y: 82
        visible: card.told
        width: parent.width - 32
        elide: Text.ElideRight
        text: qsTr("Stays in memory afterwards: the next question about it starts at once.")
        font: Theme.caption
        color: Theme.text3
    }
}

pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The tokens in the order of the text. One can be chosen, by mouse or with the arrow keys; its facts are shown below.
FocusScope {
    id: tokens

    required property ReplyInspector inspector
    required property NumberText numbers
    property int current: -1
    property bool byBytes: false
    // The chosen token lights up those that it looked at.
    property bool looking: false

    signal branchRequested(int position, int tokenId)

    function openAlternatives() {
        if (current < 0 || inspector.showsPrompt || !inspector.isReply) return
        inspector.alternatives.show(current)
        if (inspector.alternatives.count > 0) alternatives.open()
    }
    readonly property int shownCount: inspector.tokens.count
    readonly property TokenChip chosen: current >= 0 ? repeater.itemAt(current) as TokenChip : null

    implicitHeight: flow.height + 8 + facts.height
    activeFocusOnTab: true
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Tokens")
    Keys.onRightPressed: current = Math.min(inspector.tokens.count - 1, current + 1)
    Keys.onReturnPressed: openAlternatives()
    Keys.onLeftPressed: current = Math.max(0, current - 1)
    onShownCountChanged: current = -1
    onCurrentChanged: if (looking && current >= 0) look.restart()
    onLookingChanged: inspector.attention.look(looking ? current : -1, inspector.showsPrompt)
    onWidthChanged: later.restart()

    // Left to right, a new row where a token does not fit and where the text breaks its line.
    function place() {
        let x = 0
        let y = 0
        for (let i = 0; i < repeater.count; ++i) {
            const chip = repeater.itemAt(i) as TokenChip
            if (!chip) continue
            // The line break is decided with the leading space included. Otherwise the token would fit without it and
            // not fit with it, forever.
            const whole = chip.width + (chip.startsLine && chip.piece.startsWith(" ") ? metrics.advanceWidth(" ") : 0)
            if (x > 0 && x + whole > flow.width) {
                x = 0
                y += 22
            }
            // Set once: set twice, the width would change in every round and ask for the next one, for ever.
            chip.startsLine = x === 0
            chip.x = x
            chip.y = y
            x += chip.width
            if (chip.endsLine) {
                x = 0
                y += 25
            }
        }
        flow.height = x > 0 ? y + 22 : y
    }
    FontMetrics { id: metrics; font: Theme.body }
    // Tokens that are passed while an arrow key is held down are not looked at.
    Timer {
        id: look
        interval: 60
        onTriggered: if (tokens.looking && tokens.current >= 0) tokens.inspector.attention.look(tokens.current, tokens.inspector.showsPrompt)
    }
    Timer {
        id: later
        interval: 0
        onTriggered: tokens.place()
    }
    Item {
        id: flow
        width: parent.width
        Repeater {
            id: repeater
            model: tokens.inspector.tokens
            onCountChanged: later.restart()
            TokenChip {
                on: tokens.current === index
                lineWidth: flow.width
                byBytes: tokens.byBytes
                lit: tokens.looking
                light: tokens.looking && tokens.inspector.attention.revision >= 0 ? tokens.inspector.attention.strengthOf(index, tokens.inspector.showsPrompt) : 0
                onWidthChanged: later.restart()
                onPressed: tokens.forceActiveFocus()
                onChosen: {
                    tokens.forceActiveFocus()
                    tokens.current = index
                    if (!tokens.looking) tokens.openAlternatives()
                }
            }
        }
    }
    AppText {
        id: facts
        y: flow.height + 8
        width: parent.width
        readonly property bool wasRead: tokens.chosen !== null && tokens.chosen.chance < 0
        text: tokens.chosen === null ? qsTr("Select a token for details.")
            : wasRead ? qsTr("Token %1  ·  id %2  ·  bytes %3").arg(tokens.current + 1).arg(tokens.chosen.tokenId).arg(tokens.chosen.bytes)
            : tokens.inspector.ofServer ? qsTr("Token %1  ·  %2 %  ·  bytes %3").arg(tokens.current + 1).arg((tokens.chosen.chance * 100).toFixed(1)).arg(tokens.chosen.bytes)
            : qsTr("Token %1  ·  id %2  ·  %3 %  ·  bytes %4").arg(tokens.current + 1).arg(tokens.chosen.tokenId)
                .arg((tokens.chosen.chance * 100).toFixed(1)).arg(tokens.chosen.bytes)
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
        readonly property string why: wasRead ? qsTr("The number of the token in the vocabulary, and the bytes that it represents.")
            : tokens.inspector.ofServer ? qsTr("The chance that the model itself gave the token, as the server tells it, and the bytes that it represents.")
            : qsTr("The number of the token in the vocabulary, the chance that the model itself gave it, and the bytes that it represents.")
        Accessible.role: Accessible.StaticText
        Accessible.name: text
        Accessible.description: tokens.chosen === null ? "" : why
        HoverHandler { id: hover }
        TipLoader { control: facts; text: tokens.chosen === null ? "" : facts.why; shown: hover.hovered }
    }
    TokenAlternatives {
        id: alternatives
        alternatives: tokens.inspector.alternatives
        x: -width - 24
        y: tokens.chosen ? Math.max(-60, tokens.chosen.y - 24) : 0
        onChosen: tokenId => tokens.branchRequested(alternatives.alternatives.position, tokenId)
    }
    FocusRing {
        distance: 2
        visible: tokens.activeFocus
    }
}

import QtQuick
import Hearth.App
import Hearth.Components

// Whether the next tokens are guessed. Held by the app, like what happens when the context is full.
Column {
    id: choice

    required property AppSettings settings
    required property EngineStatus engine
    readonly property bool able: !engine.ready || engine.canSpeculate

    spacing: 6
    SectionHead {
        width: parent.width
        text: qsTr("Guessing ahead")
        note: choice.able ? qsTr("takes no memory") : qsTr("not with this model")
    }
    Segmented {
        id: ways
        width: parent.width
        name: qsTr("Guessing ahead")
        enabled: choice.able
        options: [qsTr("Off"), qsTr("Prompt lookup")]
        current: choice.settings.promptLookup ? 1 : 0
        onChosen: index => choice.settings.promptLookup = index === 1
        HoverHandler { id: hover }
        TipLoader {
            control: ways
            shown: hover.hovered
            text: choice.able ? qsTr("Guesses the next tokens from what followed the same words before and checks several at once: faster where a reply quotes or rewrites, and the same text always")
                              : qsTr("Models with recurrent layers and models of servers make one token at a time")
        }
    }
}

import QtQuick
import Hearth.App
import Hearth.Components

// Choice of thinking before the answer, and of its amount, where the model's template supports it.
Column {
    id: choice

    required property SamplingSettings sampling
    required property EngineStatus engine
    readonly property var switches: ["", "on", "off"]
    readonly property var efforts: ["", "low", "medium", "high"]

    visible: engine.abilities.canSwitchThinking || engine.abilities.canSetEffort
    spacing: 8
    SectionHead {
        width: parent.width
        visible: choice.engine.abilities.canSwitchThinking
        text: qsTr("Think first")
        note: qsTr("for this chat")
    }
    Segmented {
        width: parent.width
        visible: choice.engine.abilities.canSwitchThinking
        name: qsTr("Think first")
        options: [qsTr("As it likes"), qsTr("On"), qsTr("Off")]
        current: Math.max(0, choice.switches.indexOf(choice.sampling.choices.thinking))
        onChosen: index => choice.sampling.choices.thinking = choice.switches[index]
    }
    SectionHead {
        width: parent.width
        visible: choice.engine.abilities.canSetEffort
        text: qsTr("How much it thinks")
        note: qsTr("for this chat")
    }
    Segmented {
        width: parent.width
        visible: choice.engine.abilities.canSetEffort
        name: qsTr("How much it thinks")
        options: [qsTr("As it likes"), qsTr("Low"), qsTr("Medium"), qsTr("High")]
        current: Math.max(0, choice.efforts.indexOf(choice.sampling.choices.effort))
        onChosen: index => choice.sampling.choices.effort = choice.efforts[index]
    }
}

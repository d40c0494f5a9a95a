pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Every parameter of the sampler, for this chat.
ScrollArea {
    id: tab

    required property AppSettings settings
    required property SamplingSettings sampling
    required property PresetListModel presets
    required property NextTokenModel next
    required property EngineStatus engine

    signal presetFileRequested(bool saving)

    function keepMaxTokens() {
        sampling.setValue("maxTokens", maxTokens.text === "" ? -1 : Number(maxTokens.text.replace(/[^0-9]/g, "")))
    }

    contentHeight: column.height + 24

    Column {
        id: column
        x: 15
        y: 12
        width: tab.width - 31
        spacing: 12
        PresetRow {
            width: parent.width
            sampling: tab.sampling
            presets: tab.presets
            onFileRequested: saving => tab.presetFileRequested(saving)
        }
        NextTokenChart { width: parent.width; next: tab.next }
        ThinkingChoice { width: parent.width; sampling: tab.sampling; engine: tab.engine }
        Column {
            width: parent.width
            ParameterRow { width: parent.width; sampling: tab.sampling; name: "temperature"; label: qsTr("Temperature"); value: tab.sampling.temperature }
            ParameterRow { width: parent.width; sampling: tab.sampling; name: "topK"; label: qsTr("Top-k"); value: tab.sampling.topK }
            ParameterRow { width: parent.width; sampling: tab.sampling; name: "topP"; label: qsTr("Top-p"); value: tab.sampling.topP }
            ParameterRow { width: parent.width; sampling: tab.sampling; name: "minP"; label: qsTr("Min-p"); value: tab.sampling.minP }
            ParameterRow { width: parent.width; sampling: tab.sampling; name: "repeatPenalty"; label: qsTr("Repeat penalty"); value: tab.sampling.repeatPenalty }
            ParameterRow { width: parent.width; sampling: tab.sampling; name: "presencePenalty"; label: qsTr("Presence"); value: tab.sampling.presencePenalty }
            ParameterRow { width: parent.width; sampling: tab.sampling; name: "frequencyPenalty"; label: qsTr("Frequency"); value: tab.sampling.frequencyPenalty }
            ParameterRow { visible: tab.engine.abilities.hasPenaltyWindow; width: parent.width; sampling: tab.sampling; name: "penaltyLastN"; label: qsTr("Penalty window"); value: tab.sampling.penaltyLastN }
        }
        Hairline { width: parent.width }
        LabelRow {
            width: parent.width
            label: qsTr("Max tokens")
            about: tab.sampling.ranges.describe("maxTokens")
            AppField {
                id: maxTokens
                width: parent.width
                mono: true
                name: qsTr("Max tokens")
                text: tab.sampling.maxTokens < 0 ? "" : Number(tab.sampling.maxTokens).toLocaleString(Qt.locale().name === "C" ? Qt.locale("en_US") : Qt.locale(), "f", 0)
                placeholderText: qsTr("no limit")
                validator: RegularExpressionValidator { regularExpression: /[0-9,.\s’]*/ }
                onEditingFinished: Qt.callLater.call(Qt, tab.keepMaxTokens)
            }
        }
        LabelRow {
            width: parent.width
            label: qsTr("Seed")
            about: qsTr("The same seed, model and settings give the same text. Random: a new seed for every reply.")
            AppField {
                width: parent.width - 36
                mono: true
                name: qsTr("Seed")
                text: tab.sampling.seed
                placeholderText: qsTr("random")
                clearable: true
                validator: RegularExpressionValidator { regularExpression: /[0-9]{0,20}/ }
                onTextChanged: if (text !== tab.sampling.seed && (activeFocus || text === "")) tab.sampling.seed = text
            }
            IconButton {
                anchors.right: parent.right
                y: 2
                iconName: "dice"
                outlined: true
                text: qsTr("Pick a random seed and keep it")
                onClicked: tab.sampling.rollSeed()
            }
        }
        AppCheckBox {
            width: parent.width
            visible: tab.sampling.temperature === 0
            enabled: tab.settings.cache.reuseReplies
            text: qsTr("Reuse answers to identical questions")
            checked: tab.sampling.choices.reuseReplies
            onToggled: tab.sampling.choices.reuseReplies = checked
        }
        LabelRow {
            width: parent.width
            label: qsTr("Stop at")
            about: qsTr("The reply ends before one of these texts")
            implicitHeight: stops.implicitHeight
            StopStrings {
                id: stops
                width: parent.width
                stops: tab.sampling.stop
                onEdited: list => tab.sampling.stop = list
            }
        }
        Row {
            spacing: 8
            AppButton {
                small: true
                text: qsTr("Reset all")
                enabled: tab.sampling.changed
                tip: enabled ? "" : qsTr("Same as the preset")
                onClicked: tab.sampling.resetAll()
            }
            AppButton {
                id: useFor
                small: true
                kind: AppButton.Ghost
                trailingIcon: "down"
                text: qsTr("Use as default")
                tip: qsTr("Where new chats start from")
                onClicked: defaults.popup(useFor, 0, -defaults.height - 4)
                AppMenu {
                    id: defaults
                    menuWidth: 248
                    AppMenuItem { text: qsTr("For this model"); iconName: "chip"; onTriggered: tab.sampling.saveAsModelDefault() }
                    AppMenuItem { text: qsTr("For every model"); iconName: "models"; onTriggered: tab.sampling.saveAsDefault() }
                    AppMenuItem { text: qsTr("Forget the default of this model"); iconName: "trash"; visible: tab.sampling.defaults.ofModel; onTriggered: tab.sampling.defaults.forgetOfModel() }
                    AppMenuItem { text: qsTr("Forget the default of every model"); iconName: "trash"; visible: tab.sampling.defaults.ofAll; onTriggered: tab.sampling.defaults.forgetOfAll() }
                }
            }
        }
    }
}

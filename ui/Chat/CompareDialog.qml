// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Asks how many answers there are to be and what makes them differ.
DialogShell {
    id: dialog

    required property ChatController chat
    required property PresetListModel presets
    // A message or a reply; 0: the text in the composer.
    property real messageId: 0
    readonly property ComparisonPlan plan: chat.comparisonPlan
    readonly property bool listed: plan.difference !== ComparisonPlan.Seeds

    function begin() {
        close()
        chat.compare(messageId)
    }

    title: qsTr("Compare answers")
    wantedWidth: 440
    wantedHeight: 56 + content.height + 20 + 64
    onOpened: howMany.takeKeyboard()
    ScrollArea {
        anchors { fill: parent; bottomMargin: 64 }
        contentHeight: content.height + 32
        Column {
            id: content
            x: 24
            y: 16
            width: dialog.width - 48
            spacing: 8
            AppText { text: qsTr("Number of answers"); font: Theme.section }
            Segmented {
                id: howMany
                width: parent.width
                name: qsTr("Number of answers")
                options: ["2", "3", "4"]
                current: dialog.plan.answerCount - 2
                onChosen: index => dialog.plan.answerCount = index + 2
            }
            AppText { topPadding: 8; text: qsTr("They differ by"); font: Theme.section }
            Segmented {
                width: parent.width
                name: qsTr("They differ by")
                options: [qsTr("Seed"), qsTr("Temperature"), qsTr("Preset"), qsTr("Model")]
                current: dialog.plan.difference
                onChosen: index => dialog.plan.difference = index
            }
            Repeater {
                model: dialog.listed ? dialog.plan : null
                Item {
                    id: row
                    required property int index
                    required property real temperature
                    required property int preset
                    required property int modelRow
                    width: content.width
                    height: Theme.controlHeight
                    AppText {
                        anchors.verticalCenter: parent.verticalCenter
                        text: qsTr("Answer %1").arg(row.index + 1)
                    }
                    NumberField {
                        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                        visible: dialog.plan.difference === ComparisonPlan.Temperatures
                        name: qsTr("Temperature of answer %1").arg(row.index + 1)
                        to: 2
                        stepSize: 0.1
                        value: row.temperature
                        onCommitted: value => dialog.plan.setTemperature(row.index, value)
                    }
                    Select {
                        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                        visible: dialog.plan.difference === ComparisonPlan.Presets
                        name: qsTr("Preset of answer %1").arg(row.index + 1)
                        model: dialog.presets
                        textRole: "name"
                        currentIndex: row.preset
                        onActivated: index => dialog.plan.setPreset(row.index, index)
                    }
                    Select {
                        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                        width: Math.min(280, parent.width - 96)
                        visible: dialog.plan.difference === ComparisonPlan.Models
                        name: qsTr("Model of answer %1").arg(row.index + 1)
                        model: dialog.chat.models
                        textRole: "name"
                        currentIndex: row.modelRow
                        onActivated: index => dialog.plan.setModel(row.index, index)
                    }
                }
            }
            AppText {
                width: parent.width
                topPadding: 4
                text: dialog.plan.note !== "" ? dialog.plan.note
                    : dialog.plan.difference === ComparisonPlan.Models ? qsTr("All of them have the same seed. Models that do not fit into memory together answer one after the other.")
                    : dialog.listed ? qsTr("All of them have the same seed.") : qsTr("The settings are those of this chat.")
                color: dialog.plan.note !== "" ? Theme.warn : Theme.text2
                line: 20
                wrapMode: Text.Wrap
            }
        }
    }
    AppButton {
        anchors { right: parent.right; rightMargin: 24; bottom: parent.bottom; bottomMargin: 16 }
        kind: AppButton.Primary
        text: qsTr("Compare")
        onClicked: dialog.begin()
    }
}

import QtQuick
import Hearth.Mock

RowsModel {
    enum Difference { Seeds, Temperatures, Presets, Models }
    property int answerCount: 2
    property int difference: ComparisonPlan.Seeds
    property string note: ""
    property var calls: []
    function setTemperature(row, value) { calls.push(["setTemperature", row, value]); change(row, "temperature", value) }
    function setPreset(row, preset) { calls.push(["setPreset", row, preset]); change(row, "preset", preset) }
    function setModel(row, model) { calls.push(["setModel", row, model]); change(row, "modelRow", model) }
    defaults: ({ temperature: 0, preset: 0, modelRow: 0 })
    rows: [{ temperature: 0.2, preset: 0, modelRow: 0 }, { temperature: 0.6, preset: 1, modelRow: 1 }]
}

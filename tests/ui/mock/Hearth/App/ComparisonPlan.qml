import QtQuick
import Hearth.Mock

RowsModel {
    enum Difference { Seeds, Temperatures, Presets }
    property int answerCount: 2
    property int difference: ComparisonPlan.Seeds
    property string note: ""
    property var calls: []
    function setTemperature(row, value) { calls.push(["setTemperature", row, value]); change(row, "temperature", value) }
    function setPreset(row, preset) { calls.push(["setPreset", row, preset]); change(row, "preset", preset) }
    defaults: ({ temperature: 0, preset: 0 })
    rows: [{ temperature: 0.2, preset: 0 }, { temperature: 0.6, preset: 1 }]
}

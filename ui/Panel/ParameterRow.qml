import QtQuick
import Hearth.App
import Hearth.Components

// A slider row bound to one parameter by its name.
SliderRow {
    id: row

    required property SamplingSettings sampling
    required property string name

    from: sampling.from(name)
    to: sampling.to(name)
    stepSize: sampling.stepSize(name)
    neutral: isNaN(sampling.neutral(name)) ? from - 1 : sampling.neutral(name)
    decimals: sampling.decimals(name)
    about: sampling.describe(name)
    changed: sampling.isChanged(name)
    onMoved: value => sampling.setValue(name, value)
    onResetRequested: sampling.reset(name)
    Connections {
        target: row.sampling
        function onValuesChanged() { row.changed = row.sampling.isChanged(row.name) }
    }
}

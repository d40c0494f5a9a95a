import QtQuick
import Hearth.App
import Hearth.Components

// A slider row bound to one parameter by its name.
SliderRow {
    id: row

    required property SamplingSettings sampling
    required property string name

    from: sampling.ranges.from(name)
    to: sampling.ranges.to(name)
    stepSize: sampling.ranges.stepSize(name)
    neutral: isNaN(sampling.ranges.neutral(name)) ? from - 1 : sampling.ranges.neutral(name)
    decimals: sampling.ranges.decimals(name)
    about: sampling.ranges.describe(name)
    changed: sampling.isChanged(name)
    onMoved: value => sampling.setValue(name, value)
    onResetRequested: sampling.reset(name)
    Connections {
        target: row.sampling
        function onValuesChanged() { row.changed = row.sampling.isChanged(row.name) }
    }
}

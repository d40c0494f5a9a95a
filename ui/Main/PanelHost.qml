import QtQuick
import Hearth.App

// The place of the right panel. What it is made of is read only when it is shown: few look at it at the start.
Loader {
    id: host

    required property Application app

    signal closeRequested()
    signal presetFileRequested(bool saving)
    signal structureFileRequested()
    signal insideRequested(int page)

    Component.onCompleted: setSource("../Panel/RightPanel.qml", { app: app })
    Connections {
        target: host.item
        function onCloseRequested() { host.closeRequested() }
        function onPresetFileRequested(saving) { host.presetFileRequested(saving) }
        function onStructureFileRequested() { host.structureFileRequested() }
        function onInsideRequested(page) { host.insideRequested(page) }
    }
}

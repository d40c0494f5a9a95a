import QtQuick

// The place of the right panel. Its content is read only when it is shown: few people look at it at the start.
Loader {
    id: host

    signal closeRequested()
    signal presetFileRequested(bool saving)
    signal structureFileRequested()
    signal insideRequested(int page)

    source: "../Panel/RightPanel.qml"
    Connections {
        target: host.item
        function onCloseRequested() { host.closeRequested() }
        function onPresetFileRequested(saving) { host.presetFileRequested(saving) }
        function onStructureFileRequested() { host.structureFileRequested() }
        function onInsideRequested(page) { host.insideRequested(page) }
    }
}

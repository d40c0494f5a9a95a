import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings
    required property EngineStatus engine
    required property MachineChecker machine
    readonly property var backends: ["auto", "cuda", "cpu"]

    title: qsTr("Engine")
    SettingsRow {
        label: qsTr("Run on")
        about: qsTr("The graphics card when a model fits, the CPU otherwise")
        Select {
            width: 200
            name: qsTr("Run on")
            model: [qsTr("Automatic"), qsTr("Graphics card"), qsTr("CPU")]
            currentIndex: Math.max(0, page.backends.indexOf(page.settings.backend))
            onActivated: index => page.settings.backend = page.backends[index]
        }
    }
    SettingsRow {
        label: qsTr("CPU threads")
        about: page.settings.threads === 0 ? qsTr("As many as there are cores; more rarely helps, since memory is the limit")
                                           : qsTr("%1 of %2; more rarely helps, since memory is the limit").arg(page.settings.threads).arg(page.settings.maxThreads)
        AppSlider {
            width: 132
            anchors.verticalCenter: parent.verticalCenter
            name: qsTr("CPU threads")
            from: 0
            to: page.settings.maxThreads
            stepSize: 1
            off: page.settings.threads === 0
            value: page.settings.threads
            onMoved: page.settings.threads = value
        }
        NumberField {
            implicitHeight: 28
            anchors.verticalCenter: parent.verticalCenter
            name: qsTr("CPU threads, 0 for automatic")
            from: 0
            to: page.settings.maxThreads
            stepSize: 1
            decimals: 0
            value: page.settings.threads
            onCommitted: value => page.settings.threads = value
        }
    }
    Item { width: 1; height: 16 }
    Item {
        readonly property bool tight: running.width + again.width + 12 > width
        width: parent.width
        height: tight ? 76 : 44
        AppText { id: running; y: parent.tight ? 40 : 4; text: qsTr("Running now"); font: Theme.heading; Accessible.role: Accessible.Heading; Accessible.name: text }
        AppButton {
            id: again
            anchors.right: parent.right
            small: true
            iconName: "redo"
            text: qsTr("Load again with these settings")
            enabled: page.engine.ready
            tip: enabled ? "" : qsTr("No model is loaded")
            onClicked: page.engine.reload()
        }
    }
    Hairline { width: parent.width; color: Theme.border }
    FactRow { name: qsTr("Model"); value: page.engine.ready ? page.engine.modelName + "  " + page.engine.quantization : qsTr("none loaded") }
    FactRow { name: qsTr("Device"); value: page.engine.deviceText; good: page.engine.ready }
    FactRow { visible: page.engine.reason !== ""; name: qsTr("Why"); value: page.engine.reason }
    FactRow { visible: page.engine.errorText !== ""; name: qsTr("Problem"); value: page.engine.errorText; bad: true }
    FactRow { visible: page.engine.ready; name: qsTr("File"); value: page.engine.modelPath; mono: true }
    Item { width: 1; height: 16 }
    Item {
        width: parent.width
        height: 44
        AppText { y: 4; text: qsTr("This machine"); font: Theme.heading; Accessible.role: Accessible.Heading; Accessible.name: text }
        AppButton {
            anchors.right: parent.right
            small: true
            iconName: page.machine.running ? "close" : "check"
            text: page.machine.running ? qsTr("Cancel") : qsTr("Check this machine")
            onClicked: page.machine.running ? page.machine.cancel() : page.machine.start()
        }
    }
    Hairline { width: parent.width; color: Theme.border }
    Repeater {
        model: page.machine
        FactRow {
            required property var model
            name: model.name
            value: model.value
            bad: model.bad
        }
    }
    FactRow {
        name: qsTr("Check")
        value: page.machine.status !== "" ? page.machine.status
                                          : qsTr("Measures the memory and holds every operation against its plain reference. Takes a few seconds.")
    }
}

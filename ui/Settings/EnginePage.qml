pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings
    required property EngineStatus engine
    required property MachineChecker machine
    required property GpuList cards
    required property StartChoice start

    signal copyRequested(string text)
    signal moveRequested()

    title: qsTr("Engine")
    NumberText { id: figures }
    onVisibleChanged: if (visible) page.cards.refresh()
    Component.onCompleted: page.cards.refresh()
    SettingsRow {
        label: qsTr("Run on")
        about: qsTr("The graphics card when a model fits, the CPU otherwise")
        Select {
            width: 200
            name: qsTr("Run on")
            model: page.settings.engine.backendNames
            currentIndex: page.settings.engine.backendIndex
            onActivated: index => page.settings.engine.backendIndex = index
        }
    }
    SettingsRow {
        label: qsTr("Run models in a sandbox only")
        about: qsTr("On the CPU, models run in a sandbox whenever possible. With this on, no graphics card is used, and a model that cannot be sandboxed is not loaded. Takes effect at the next load")
        AppSwitch {
            name: qsTr("Run models in a sandbox only")
            checked: page.settings.engine.ownProcess
            onToggled: page.settings.engine.ownProcess = checked
        }
    }
    SettingsRow {
        visible: page.cards.count > 1
        label: qsTr("Graphics cards")
        about: page.settings.engine.cards.length === 0 ? qsTr("As few as hold the model, the quickest first")
                                                : qsTr("Those that are ticked; on several the layers of a model are spread")
        Column {
            anchors.verticalCenter: parent.verticalCenter
            spacing: 8
            Repeater {
                model: page.cards
                AppCheckBox {
                    required property var model
                    text: model.freeBytes >= 0 ? qsTr("%1 · %2: %3 of %4 free").arg(model.number).arg(model.name)
                              .arg(figures.memoryWithUnit(model.freeBytes)).arg(figures.memoryWithUnit(model.totalBytes))
                        : qsTr("%1 · %2: %3").arg(model.number).arg(model.name).arg(figures.memoryWithUnit(model.totalBytes))
                    checked: Array.from(page.settings.engine.cards).includes(model.number)
                    onToggled: page.settings.engine.useCard(model.number, checked)
                }
            }
        }
    }
    SettingsRow {
        id: split
        visible: page.cards.count > 1 && page.settings.engine.cards.length !== 1
        label: qsTr("On several cards")
        about: [qsTr("Equal cards share each layer where the model divides; others have layers of their own"),
                qsTr("The cards work one after the other"),
                qsTr("2, 4 or 8 equal cards work at the same time, where the model divides")][page.settings.engine.cardSplit]
        Select {
            width: 200
            name: split.label
            model: [qsTr("Whichever is quicker"), qsTr("Whole layers on each"), qsTr("Parts of each layer on all")]
            currentIndex: page.settings.engine.cardSplit
            onActivated: index => page.settings.engine.cardSplit = index
        }
    }
    SettingsRow {
        label: qsTr("CPU threads")
        about: page.settings.engine.threads === 0 ? qsTr("As many as there are cores; more rarely helps, since memory is the limit")
                                           : qsTr("%1 of %2; more rarely helps, since memory is the limit").arg(page.settings.engine.threads).arg(page.settings.engine.maxThreads)
        AppSlider {
            width: 132
            anchors.verticalCenter: parent.verticalCenter
            name: qsTr("CPU threads")
            from: 0
            to: page.settings.engine.maxThreads
            stepSize: 1
            off: page.settings.engine.threads === 0
            value: page.settings.engine.threads
            onMoved: page.settings.engine.threads = value
        }
        NumberField {
            implicitHeight: 28
            anchors.verticalCenter: parent.verticalCenter
            name: qsTr("CPU threads, 0 for automatic")
            implicitWidth: 72
            zeroText: qsTr("auto")
            from: 0
            to: page.settings.engine.maxThreads
            stepSize: 1
            decimals: 0
            value: page.settings.engine.threads
            onCommitted: value => page.settings.engine.threads = value
        }
    }
    SettingsRow {
        label: qsTr("Load the last model on startup")
        about: page.start.modelName === "" ? qsTr("No model has been used yet")
             : page.start.seconds > 0 && page.start.bytes > 0 ? qsTr("%1: takes %2 and %3").arg(page.start.modelName).arg(figures.duration(page.start.seconds)).arg(figures.memoryWithUnit(page.start.bytes))
             : page.start.bytes > 0 ? qsTr("%1: takes %2").arg(page.start.modelName).arg(figures.memoryWithUnit(page.start.bytes))
             : page.start.modelName
        AppSwitch {
            name: qsTr("Load the last model on startup")
            checked: page.settings.chats.startLastModel
            onToggled: page.settings.chats.startLastModel = checked
        }
    }
    SettingsRow {
        label: qsTr("Running now")
        about: page.engine.ready ? page.engine.modelName + " " + page.engine.quantization + " · " + page.engine.device.text + (page.engine.device.reason !== "" ? " · " + page.engine.device.reason : "")
                                 : page.engine.errorText !== "" ? page.engine.errorText : qsTr("none loaded")
        AppButton {
            small: true
            iconName: "redo"
            text: qsTr("Load again with these settings")
            enabled: page.engine.ready
            tip: enabled ? "" : qsTr("No model is loaded")
            onClicked: page.engine.reload()
        }
    }
    DoctorPart {
        width: parent.width
        machine: page.machine
        onCopyRequested: text => page.copyRequested(text)
        onMoveRequested: page.moveRequested()
    }
}

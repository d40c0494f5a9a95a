import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Load options of this model, and their cost in memory. Stored with the model; applied when it is loaded next.
Column {
    id: view

    required property LoadOptions options
    required property KvCosts costs

    spacing: 8
    topPadding: 16
    NumberText { id: figures }
    AppText {
        text: qsTr("How it is loaded")
        font: Theme.section
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    LoadOptionRow {
        width: parent.width
        label: qsTr("Context length")
        NumberField {
            implicitWidth: 88
            name: qsTr("Context length in tokens")
            from: 512
            to: 1048576
            stepSize: 512
            decimals: 0
            value: view.options.contextLength
            onCommitted: value => { if (value !== view.options.contextLength) view.options.contextLength = value }
        }
    }
    AppText {
        width: parent.width
        visible: text !== ""
        text: view.options.note
        font: Theme.caption
        color: Theme.warn
        line: 16
        wrapMode: Text.Wrap
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    AppText { text: qsTr("KV precision") }
    KvTypeChoice {
        width: Math.min(parent.width, 360)
        costs: view.costs
        path: view.options.path
        running: view.options.kvType
        bytes: view.options.kvTypeBytes
        onChosen: type => view.options.kvType = type
    }
    LoadOptionRow {
        width: parent.width
        label: qsTr("Threads")
        about: view.options.threads === 0 ? qsTr("one for each core") : ""
        NumberField {
            name: qsTr("Threads of this model, 0 for one for each core")
            zeroText: qsTr("auto")
            from: 0
            to: 256
            stepSize: 1
            decimals: 0
            off: value === 0
            value: view.options.threads
            onCommitted: value => { if (value !== view.options.threads) view.options.threads = value }
        }
    }
    LoadOptionRow {
        width: parent.width
        visible: view.options.gpuThere
        label: qsTr("Layers on the GPU")
        about: view.options.gpuLayers < 0 ? qsTr("as many as fit") : qsTr("of %1").arg(view.options.layers)
        NumberField {
            name: qsTr("Layers on the GPU, −1 for as many as fit")
            from: -1
            to: view.options.layers
            stepSize: 1
            decimals: 0
            off: value < 0
            value: view.options.gpuLayers
            onCommitted: value => { if (value !== view.options.gpuLayers) view.options.gpuLayers = value }
        }
    }
    Row {
        width: parent.width
        spacing: 8
        AppText {
            width: parent.width - fit.width - 8
            text: qsTr("Weights %1, KV at most %2 (one chat %3), %4 in all")
                .arg(figures.memoryWithUnit(view.options.weightsBytes)).arg(figures.memoryWithUnit(view.options.kvBytes))
                .arg(figures.memoryWithUnit(view.options.kvConversationBytes)).arg(figures.memoryWithUnit(view.options.totalBytes))
                + (view.options.visionBytes > 0 ? qsTr(", of which %1 for pictures").arg(figures.memoryWithUnit(view.options.visionBytes)) : "")
            font: Theme.caption
            color: Theme.text2
            line: 16
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        Badge {
            id: fit
            text: view.options.lackingBytes > 0 ? qsTr("Needs %1 more").arg(figures.memoryWithUnit(view.options.lackingBytes)) : qsTr("Fits")
            tone: view.options.lackingBytes > 0 ? Badge.Bad : Badge.Good
        }
    }
    Row {
        spacing: 8
        AppButton {
            small: true
            text: qsTr("Reset to defaults")
            enabled: view.options.own
            onClicked: view.options.reset()
        }
        AppButton {
            small: true
            visible: view.options.waits
            text: qsTr("Load again with these")
            onClicked: view.options.apply()
        }
    }
}

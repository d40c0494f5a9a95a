import QtQuick
import Hearth.Theme
import Hearth.Components

Column {
    id: page
    spacing: 12
    Row {
        Repeater {
            model: ["rest", "disabled"]
            Column {
                id: state
                required property string modelData
                readonly property bool live: modelData === "rest"
                width: 80
                spacing: 12
                AppText { text: state.modelData; font: Theme.caption; color: Theme.text3 }
                AppButton { kind: AppButton.Primary; text: "Apply"; enabled: state.live }
                AppButton { text: "Apply"; enabled: state.live }
                AppButton { kind: AppButton.Ghost; text: "Apply"; enabled: state.live }
                IconButton { iconName: "redo"; text: "Regenerate"; enabled: state.live }
                AppSlider { width: 64; value: 0.5; enabled: state.live; name: "Value" }
                AppField { width: 70; text: "8,192"; mono: true; enabled: state.live; name: "Length" }
            }
        }
        Column {
            width: 110
            spacing: 12
            AppText { text: "others"; font: Theme.caption; color: Theme.text3 }
            AppButton { kind: AppButton.Destructive; text: "Remove"; iconName: "trash" }
            AppButton { kind: AppButton.Danger; text: "Delete" }
            AppButton { kind: AppButton.Link; text: "Open a file"; iconName: "file" }
            AppButton { small: true; text: "Check"; iconName: "redo" }
            AppField { width: 100; placeholderText: "empty"; name: "Empty" }
            AppField { width: 100; text: "wrong"; failed: true; name: "Wrong" }
        }
        Item { width: 8; height: 1 }
        Column {
            width: 110
            spacing: 12
            AppText { text: "focus"; font: Theme.caption; color: Theme.text3 }
            Repeater {
                model: 3
                Rectangle { width: 60; height: 32; radius: 6; color: Theme.raised; FocusRing {} }
            }
            Select { width: 100; model: ["f16", "q8_0"]; name: "Type" }
        }
    }
    Row {
        spacing: 16
        AppCheckBox { checked: true }
        AppCheckBox {}
        AppSwitch { checked: true; name: "On" }
        AppSwitch { name: "Off" }
        AppRadio { checked: true; text: "on"; height: 18 }
        AppRadio { text: "off"; height: 18 }
    }
    Row {
        spacing: 6
        Badge { text: "Q4_K_M"; mono: true }
        Badge { text: "Apache 2.0" }
        Badge { text: "Suggested"; tone: Badge.Ember }
        Badge { text: "Fits"; tone: Badge.Good }
        Badge { text: "Slow"; tone: Badge.Warn }
        Badge { text: "Lost"; tone: Badge.Bad }
    }
    Row {
        spacing: 16
        FitMark { fit: FitMark.Fits; text: "Fits on the GPU" }
        FitMark { fit: FitMark.Partly; text: "24 of 32 layers" }
        FitMark { fit: FitMark.No; text: "Needs 3.1 GB more" }
    }
    Segmented { width: parent.width; options: ["f16", "q8_0", "q4_0"]; current: 1; name: "KV" }
    SliderRow { width: parent.width; label: "Temperature"; from: 0; to: 2; value: 0.7 }
    SliderRow { width: parent.width; label: "Presence"; from: -2; to: 2; neutral: 0; value: 0 }
    SegmentBar { width: parent.width; thickness: 6; total: 100; roundEnd: true; segments: [{ value: 10, colour: Theme.emberBank }, { value: 53, colour: Theme.ember }] }
    Row {
        spacing: 24
        Meter {
            width: 182; name: "Memory"; total: 12
            entries: [{ text: "4.6 weights", value: 4.6, colour: Theme.dWeights }, { text: "1.0 KV", value: 1, colour: Theme.ember }, { text: "", value: 0.3, colour: Theme.dScratch }]
        }
        Meter {
            width: 182; name: "Context"; total: 8192
            entries: [{ text: "1,455 cached", value: 1455, colour: Theme.emberBank }, { text: "22 new", value: 400, colour: Theme.ember }]
        }
    }
    ToastView { shown: true; message: "Moved to the trash"; actionText: "Undo"; hint: "Ctrl Z" }
    ErrorCard { width: parent.width; title: "The download stopped: the disk is full"; body: "It needs 3.4 GB more in ~/Models." }
}

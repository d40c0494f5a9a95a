import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Stores a 16- or 32-bit model in fewer bits, next to it, and reports the cost.
Column {
    id: section

    required property ModelQuantizer quantizer
    // The model is a file that a copy can be made of.
    property bool offered: false
    signal calibrationRequested()

    visible: offered && (quantizer.running || quantizer.choices.length > 0)
    spacing: 8
    topPadding: 16
    AppText {
        text: qsTr("A smaller copy")
        font: Theme.section
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    AppText {
        width: Math.min(parent.width, 452)
        wrapMode: Text.Wrap
        line: 20
        color: Theme.text2
        text: qsTr("Fewer bits per weight take less memory and answer faster, at some cost in accuracy. This file is not changed.")
    }
    Row {
        spacing: 8
        Select {
            id: type
            width: 200
            name: qsTr("How the copy is stored")
            model: section.quantizer.choices
            // Q4_K: what most people run.
            onModelChanged: currentIndex = Math.min(3, count - 1)
            enabled: !section.quantizer.running
        }
        AppButton {
            iconName: section.quantizer.running ? "close" : "copy"
            text: section.quantizer.running ? qsTr("Cancel") : qsTr("Make the copy")
            onClicked: section.quantizer.running ? section.quantizer.cancel() : section.quantizer.start(type.currentIndex)
        }
    }
    Row {
        spacing: 8
        AppButton {
            kind: AppButton.Ghost
            iconName: "file"
            text: qsTr("Calibrate with a text…")
            visible: section.quantizer.calibrationName === ""
            enabled: !section.quantizer.running
            onClicked: section.calibrationRequested()
        }
        AppText {
            visible: section.quantizer.calibrationName !== ""
            height: 32
            verticalAlignment: Text.AlignVCenter
            width: Math.min(implicitWidth, section.width - 48)
            elide: Text.ElideMiddle
            text: qsTr("Calibrated with %1").arg(section.quantizer.calibrationName)
            color: Theme.text2
        }
        IconButton {
            visible: section.quantizer.calibrationName !== ""
            enabled: !section.quantizer.running
            iconName: "close"
            text: qsTr("Remove the calibration")
            onClicked: section.quantizer.calibrateWith("")
        }
    }
    AppText {
        width: Math.min(parent.width, 452)
        wrapMode: Text.Wrap
        font: Theme.caption
        color: Theme.text3
        text: qsTr("Choose a text like those you use the model for: up to 16,384 of its tokens decide which errors matter. The figures afterwards show whether it helped.")
    }
    SegmentBar {
        visible: section.quantizer.running
        width: parent.width
        thickness: 6
        total: 1
        segments: [{ value: section.quantizer.fraction, colour: Theme.ember }]
        Accessible.role: Accessible.ProgressBar
        Accessible.name: section.quantizer.status
    }
    AppText {
        visible: text !== ""
        width: parent.width
        wrapMode: Text.Wrap
        line: 20
        text: section.quantizer.status
        color: section.quantizer.failed ? Theme.bad : Theme.text2
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
}

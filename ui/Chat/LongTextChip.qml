import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Placeholder for a text that is too long for the field; typed text follows it.
Row {
    id: chip

    required property LongText source

    signal removed()

    visible: source.size !== ""
    height: visible ? implicitHeight : 0
    spacing: 8
    AttachmentChip {
        anchors.verticalCenter: parent.verticalCenter
        name: qsTr("Long text")
        figures: chip.source.size
        Accessible.name: qsTr("Long text, %1").arg(chip.source.size)
    }
    AppButton {
        small: true
        kind: AppButton.Ghost
        text: qsTr("Copy")
        tip: qsTr("Copy the long text, to change it in another program")
        onClicked: chip.source.copy()
    }
    AppButton {
        small: true
        kind: AppButton.Ghost
        text: qsTr("Remove")
        onClicked: chip.removed()
    }
}

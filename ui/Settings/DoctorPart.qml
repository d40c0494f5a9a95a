pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Result of the check of this machine, one row a subject, and possible remedies.
Column {
    id: doctor

    required property MachineChecker machine

    signal copyRequested(string text)
    signal moveRequested()

    Item { width: 1; height: 20 }
    Item {
        readonly property bool tight: heading.implicitWidth + buttons.width + 12 > width
        width: parent.width
        height: (tight ? 64 : 28) + status.height + 10
        AppText {
            id: heading
            height: 28
            verticalAlignment: Text.AlignVCenter
            text: qsTr("Doctor")
            font: Theme.heading
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
        Row {
            id: buttons
            anchors.right: parent.right
            y: parent.tight ? 32 : 0
            spacing: 8
            AppButton {
                visible: doctor.machine.finished
                kind: AppButton.Ghost
                small: true
                iconName: "copy"
                text: qsTr("Copy the report")
                onClicked: doctor.copyRequested(doctor.machine.report())
            }
            AppButton {
                small: true
                iconName: doctor.machine.running ? "close" : doctor.machine.finished ? "redo" : "check"
                text: doctor.machine.running ? qsTr("Cancel") : doctor.machine.finished ? qsTr("Run again") : qsTr("Check this machine")
                onClicked: doctor.machine.running ? doctor.machine.cancel() : doctor.machine.start()
            }
        }
        AppText {
            id: status
            y: parent.tight ? 64 : 30
            width: parent.width
            text: doctor.machine.status !== "" ? doctor.machine.status
                : qsTr("Measures memory and disk speed and checks every operation against a reference. Takes a few seconds.")
            font: Theme.caption
            color: Theme.text3
            line: 18
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
    }
    Hairline { width: parent.width; color: Theme.border }
    Repeater {
        model: doctor.machine
        FactRow {
            required property var model
            name: model.name
            value: model.value
            detail: model.detail
            good: model.mark === MachineChecker.Good
            bad: model.mark === MachineChecker.NeedsYou
            actionText: model.movable ? qsTr("Move the models") : ""
            onActed: doctor.moveRequested()
        }
    }
}

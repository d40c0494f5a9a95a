import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Other programs on this computer that use the model of the window.
SettingsPage {
    id: page

    required property ProgramAccess programs

    signal copyRequested(string text)

    title: qsTr("Other programs")
    Binding {
        target: page.programs
        property: "watched"
        value: page.visible
    }
    SettingsRow {
        label: qsTr("Let other programs use the model")
        about: qsTr("Editors and scripts on this computer can ask the model that is loaded here. Other computers cannot. Your own chats go first.")
        AppSwitch {
            name: qsTr("Let other programs use the model")
            checked: page.programs.on
            onToggled: page.programs.on = checked
        }
    }
    SettingsRow {
        visible: page.programs.on
        label: page.programs.problem !== "" ? qsTr("Not open") : qsTr("Address")
        about: page.programs.problem !== "" ? page.programs.problem
             : page.programs.model !== "" ? qsTr("%1, as the model %2. Programs that speak Anthropic's protocol want it without /v1.").arg(page.programs.address).arg(page.programs.model)
             : qsTr("%1. Load a model of this computer, so that it answers.").arg(page.programs.address)
        Accessible.role: Accessible.StaticText
        Accessible.name: label + ": " + about
        AppButton {
            visible: page.programs.problem !== ""
            text: qsTr("Use another port")
            onClicked: page.programs.useAnotherPort()
        }
        AppButton {
            visible: page.programs.open
            iconName: "copy"
            text: qsTr("Copy the address")
            onClicked: page.copyRequested(page.programs.address)
        }
    }
    SettingsRow {
        visible: page.programs.on
        label: qsTr("Port")
        about: qsTr("Programs have it in their address, so it rarely changes")
        NumberField {
            implicitHeight: 28
            implicitWidth: 84
            name: qsTr("Port")
            from: 1024
            to: 65535
            stepSize: 1
            decimals: 0
            grouped: false
            value: page.programs.port
            onCommitted: value => page.programs.port = value
        }
    }
    SettingsRow {
        visible: page.programs.on
        label: qsTr("Ask for a key")
        about: page.programs.key !== "" ? qsTr("Programs give this key, as OpenAI's. It is kept in the system's keyring.")
                                        : qsTr("Without one, every program and every user of this computer can ask.")
        AppButton {
            visible: page.programs.key !== ""
            kind: AppButton.Ghost
            text: qsTr("New key")
            onClicked: page.programs.makeKey()
        }
        AppButton {
            visible: page.programs.key !== ""
            iconName: "copy"
            text: qsTr("Copy the key")
            onClicked: page.copyRequested(page.programs.key)
        }
        AppSwitch {
            anchors.verticalCenter: parent.verticalCenter
            name: qsTr("Ask for a key")
            checked: page.programs.needsKey
            onToggled: page.programs.needsKey = checked
        }
    }
    Item {
        visible: page.programs.open
        width: page.width
        height: 48
        AppText {
            y: 20
            text: qsTr("Programs")
            font: Theme.heading
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
    }
    AppText {
        visible: page.programs.open && page.programs.programs.count === 0
        width: page.width
        text: qsTr("No program has asked yet.")
        font: Theme.caption
        color: Theme.text3
        wrapMode: Text.Wrap
    }
    Repeater {
        model: page.programs.open ? page.programs.programs : null
        SettingsRow {
            required property string name
            required property string figures
            label: name
            about: figures
            Accessible.role: Accessible.StaticText
            Accessible.name: label + ": " + about
        }
    }
    Item {
        visible: page.programs.open && page.programs.requests.count > 0
        width: page.width
        height: 48
        AppText {
            y: 20
            text: qsTr("Last requests")
            font: Theme.heading
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
    }
    Repeater {
        model: page.programs.open ? page.programs.requests : null
        SettingsRow {
            required property string title
            required property string figures
            label: title
            about: figures
            Accessible.role: Accessible.StaticText
            Accessible.name: label + ": " + about
        }
    }
}

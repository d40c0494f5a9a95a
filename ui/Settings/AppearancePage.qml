import QtQuick
import Hearth.App
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings
    readonly property var themes: ["system", "light", "dark"]
    required property ToastQueue toasts
    readonly property var steps: scale.steps

    signal restartRequested()

    title: qsTr("Appearance")
    SettingsRow {
        label: qsTr("Theme")
        about: qsTr("System follows the desktop")
        Segmented {
            width: 240
            name: qsTr("Theme")
            options: [qsTr("System"), qsTr("Light"), qsTr("Dark")]
            current: Math.max(0, page.themes.indexOf(page.settings.look.theme))
            onChosen: index => page.settings.look.theme = page.themes[index]
        }
    }
    InterfaceScale { id: scale; settings: page.settings; toasts: page.toasts }
    SettingsRow {
        label: qsTr("Interface scale")
        about: again.visible ? qsTr("Changes after a restart; the chat and the model come back") : qsTr("Ctrl +, Ctrl − and Ctrl 0 change it too")
        AppButton {
            id: again
            visible: Math.abs(page.settings.look.scale - scale.running) > 0.01
            text: qsTr("Restart now")
            onClicked: page.restartRequested()
        }
        Select {
            width: 120
            name: qsTr("Interface scale")
            model: page.steps.map(step => Math.round(step * 100) + " %")
            currentIndex: Math.max(0, page.steps.findIndex(step => Math.abs(step - page.settings.look.scale) < 0.01))
            onActivated: index => page.settings.look.scale = page.steps[index]
        }
    }
    SettingsRow {
        label: qsTr("Figures in the top bar")
        about: qsTr("How much memory and context is in use, in numbers. Without them they are shown when you point at a bar")
        AppSwitch {
            name: qsTr("Figures in the top bar")
            checked: page.settings.look.barFigures
            onToggled: page.settings.look.barFigures = checked
        }
    }
    SettingsRow {
        label: qsTr("Reduce motion")
        about: qsTr("Nothing fades or slides")
        AppSwitch {
            name: qsTr("Reduce motion")
            checked: page.settings.look.reduceMotion
            onToggled: page.settings.look.reduceMotion = checked
        }
    }
}

import QtQuick
import Hearth.App
import Hearth.Components

SettingsPage {
    id: page

    required property AppSettings settings
    readonly property var themes: ["system", "light", "dark"]
    readonly property var scales: [1, 1.25, 1.5, 2, 2.5, 3]

    title: qsTr("Appearance")
    SettingsRow {
        label: qsTr("Theme")
        about: qsTr("System follows the desktop")
        Segmented {
            width: 240
            name: qsTr("Theme")
            options: [qsTr("System"), qsTr("Light"), qsTr("Dark")]
            current: Math.max(0, page.themes.indexOf(page.settings.theme))
            onChosen: index => page.settings.theme = page.themes[index]
        }
    }
    SettingsRow {
        label: qsTr("Size of everything")
        about: qsTr("Takes effect at the next start")
        Select {
            width: 120
            name: qsTr("Size of everything")
            model: page.scales.map(scale => Math.round(scale * 100) + " %")
            currentIndex: Math.max(0, page.scales.indexOf(page.settings.scale))
            onActivated: index => page.settings.scale = page.scales[index]
        }
    }
    SettingsRow {
        label: qsTr("Reduce motion")
        about: qsTr("Nothing fades or slides")
        AppSwitch {
            name: qsTr("Reduce motion")
            checked: page.settings.reduceMotion
            onToggled: page.settings.reduceMotion = checked
        }
    }
}

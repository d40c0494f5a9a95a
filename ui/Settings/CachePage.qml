import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// What models have read and need not read again, on disk.
SettingsPage {
    id: page

    required property AppSettings settings

    title: qsTr("Cache")
    SettingsRow {
        label: qsTr("Keep the cache")
        about: qsTr("What the model has read stays on this computer, so that chats continue at once after a restart. It is removed when a chat is erased or when this is switched off.")
        AppSwitch {
            name: qsTr("Keep the cache")
            checked: page.settings.keepCache
            onToggled: page.settings.keepCache = checked
        }
    }
    SettingsRow {
        label: qsTr("Most space on disk")
        about: qsTr("For all models together, in GB. When it is full, what was not used for longest goes.")
        NumberField {
            implicitHeight: 28
            implicitWidth: 72
            name: qsTr("Most space on disk, in GB")
            enabled: page.settings.keepCache
            from: 1
            to: 10000
            stepSize: 1
            decimals: 0
            value: page.settings.cacheGigabytes
            onCommitted: value => page.settings.cacheGigabytes = value
        }
    }
    SettingsRow {
        label: qsTr("Most written in a day")
        about: qsTr("In GB. It spares the disk; what is not written is computed again after a restart.")
        NumberField {
            implicitHeight: 28
            implicitWidth: 72
            name: qsTr("Most written in a day, in GB")
            enabled: page.settings.keepCache
            from: 1
            to: 10000
            stepSize: 1
            decimals: 0
            value: page.settings.cacheGigabytesADay
            onCommitted: value => page.settings.cacheGigabytesADay = value
        }
    }
}

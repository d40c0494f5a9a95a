pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Prompts that models have read and need not read again, on disk.
SettingsPage {
    id: page

    required property AppSettings settings
    required property CacheOverview overview

    title: qsTr("Cache")
    SettingsRow {
        label: qsTr("Keep the cache")
        about: qsTr("What the model has read stays on this computer, so that chats continue at once after a restart. It is removed when a chat is erased or when this is switched off.")
        AppSwitch {
            name: qsTr("Keep the cache")
            checked: page.settings.cache.keepCache
            onToggled: page.settings.cache.keepCache = checked
        }
    }
    SettingsRow {
        label: qsTr("Encrypt the cache")
        about: qsTr("The key is kept in the system's keyring. Turning this on or off clears the cache on disk. The chats themselves are not encrypted.")
        AppSwitch {
            name: qsTr("Encrypt the cache")
            enabled: page.settings.cache.keepCache
            checked: page.settings.cache.encryptCache
            onToggled: page.settings.cache.encryptCache = checked
        }
    }
    SettingsRow {
        label: qsTr("Disk limit")
        about: qsTr("For all models together, in GB. When it is full, what was not used for longest goes.")
        NumberField {
            implicitHeight: 28
            implicitWidth: 72
            name: qsTr("Disk limit, in GB")
            enabled: page.settings.cache.keepCache
            from: 1
            to: 10000
            stepSize: 1
            decimals: 0
            value: page.settings.cache.cacheGigabytes
            onCommitted: value => page.settings.cache.cacheGigabytes = value
        }
    }
    SettingsRow {
        label: qsTr("Daily write limit")
        about: qsTr("In GB. It spares the disk; what is not written is computed again after a restart.")
        NumberField {
            implicitHeight: 28
            implicitWidth: 72
            name: qsTr("Daily write limit, in GB")
            enabled: page.settings.cache.keepCache
            from: 1
            to: 10000
            stepSize: 1
            decimals: 0
            value: page.settings.cache.cacheGigabytesADay
            onCommitted: value => page.settings.cache.cacheGigabytesADay = value
        }
    }
    SettingsRow {
        label: qsTr("Reuse answers to identical questions")
        about: qsTr("At temperature 0, a question asked again with the same settings gets its earlier answer at once. Such replies are marked and have “Ask again” below them. You can turn this off for a single chat under Sampling.")
        AppSwitch {
            name: qsTr("Reuse answers to identical questions")
            checked: page.settings.cache.reuseReplies
            onToggled: page.settings.cache.reuseReplies = checked
        }
    }
    Item { width: 1; height: 20 }
    AppText {
        text: qsTr("In use")
        font: Theme.section
        height: 28
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    FactRow { indent: 0; visible: value !== ""; name: qsTr("Memory"); value: page.overview.memory }
    FactRow { indent: 0; visible: value !== ""; name: qsTr("Disk"); value: page.overview.disk }
    FactRow { indent: 0; name: qsTr("Last 7 days"); value: page.overview.week !== "" ? page.overview.week : qsTr("Nothing has been asked yet.") }
    FactRow { indent: 0; visible: value !== "" && value !== page.overview.week; name: qsTr("In all"); value: page.overview.everything }
    SettingsRow {
        label: qsTr("Clear the cache")
        about: qsTr("Chats stay as they are; the next message of each is read from its beginning")
        AppButton {
            text: qsTr("Clear everything")
            onClicked: page.overview.clear()
        }
    }
    Item { width: 1; height: 20; visible: page.overview.count > 0 }
    AppText {
        visible: page.overview.count > 0
        text: qsTr("By chat")
        font: Theme.section
        height: 28
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    Repeater {
        model: page.overview
        delegate: CacheRow {
            required property real conversationId
            width: page.width
            onCleared: page.overview.clearChat(conversationId)
        }
    }
    Component.onCompleted: page.overview.refresh()
}

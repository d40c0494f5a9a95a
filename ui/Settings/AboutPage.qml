pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The version of this copy of Hearth, its folders, the licences, and a report for support.
SettingsPage {
    id: page

    required property About about
    required property string version

    signal copyRequested(string text)
    signal licenceRequested(int index)

    title: qsTr("About")
    Item {
        width: parent.width
        height: words.height + 16
        Mark { extent: 44 }
        Column {
            id: words
            x: 60
            width: parent.width - 60
            spacing: 2
            AppText { width: parent.width; text: qsTr("Hearth %1").arg(page.version); font: Theme.subheading }
            AppText { width: parent.width; text: qsTr("Chat with language models on your own computer. Free software under the Apache License 2.0."); color: Theme.text2; line: 20; wrapMode: Text.Wrap }
        }
    }
    SettingsRow {
        label: qsTr("This build")
        about: page.about.build
        AppButton {
            small: true
            iconName: "copy"
            text: copied.running ? qsTr("Copied") : qsTr("Copy report")
            tip: qsTr("Versions, device, doctor and recent errors, for a bug report. It contains no chat text.")
            onClicked: {
                page.copyRequested(page.about.report())
                copied.restart()
            }
            Timer { id: copied; interval: 2000 }
        }
    }
    SettingsRow {
        label: qsTr("Data folder")
        about: page.about.dataFolder
        AppButton {
            small: true
            iconName: "folder"
            text: qsTr("Open")
            tip: qsTr("Opens the data folder in the file manager")
            Accessible.name: qsTr("Open the data folder")
            onClicked: page.about.openDataFolder()
        }
    }
    SettingsRow {
        visible: page.about.logFolder !== ""
        label: qsTr("Log folder")
        about: page.about.logFolder
        AppButton {
            small: true
            iconName: "folder"
            text: qsTr("Open")
            tip: qsTr("Opens the log folder in the file manager")
            Accessible.name: qsTr("Open the log folder")
            onClicked: page.about.openLogFolder()
        }
    }
    Item { width: 1; height: 20 }
    AppText {
        height: 28
        text: qsTr("Licences")
        font: Theme.heading
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    AppText {
        width: parent.width
        bottomPadding: 10
        text: qsTr("Hearth is built with this software and these fonts.")
        font: Theme.caption
        color: Theme.text3
        line: 18
        wrapMode: Text.Wrap
    }
    Hairline { width: parent.width; color: Theme.border }
    Repeater {
        model: page.about.licences
        SettingsRow {
            id: row
            required property var modelData
            required property int index
            label: row.modelData.name
            about: row.modelData.licence
            AppButton {
                small: true
                text: qsTr("Read")
                Accessible.name: qsTr("Read the licence of %1").arg(row.modelData.name)
                onClicked: page.licenceRequested(row.index)
            }
        }
    }
}

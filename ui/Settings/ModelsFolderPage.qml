pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Folder in which models are kept, its size, and other places where models are found.
SettingsPage {
    id: page

    required property ModelsFolder folder

    signal chooseRequested()
    signal moveRequested()
    signal modelsRequested()

    title: qsTr("Models folder")
    NumberText { id: figures }
    FactRow {
        visible: page.folder.missing !== ""
        name: qsTr("Problem")
        value: page.folder.missing
        bad: true
        actionText: qsTr("Try again")
        onActed: page.folder.tryAgain()
    }
    SettingsRow {
        label: qsTr("Folder")
        about: page.folder.shownPath
        AppButton { small: true; iconName: "folder"; text: qsTr("Show"); tip: qsTr("Opens the folder in the file manager"); onClicked: page.folder.show() }
    }
    SettingsRow {
        label: qsTr("Contents")
        about: (page.folder.modelCount === 1 ? qsTr("One model, %1; %2 free").arg(figures.fileSize(page.folder.usedBytes))
                                             : qsTr("%1 models, %2; %3 free").arg(figures.count(page.folder.modelCount)).arg(figures.fileSize(page.folder.usedBytes)))
               .arg(figures.fileSize(page.folder.freeBytes))
        AppButton { small: true; text: qsTr("All models"); onClicked: page.modelsRequested() }
    }
    SettingsRow {
        label: qsTr("Disk read speed")
        about: page.folder.measuring ? qsTr("Measuring…")
             : page.folder.readBytesPerS <= 0 ? (page.folder.modelCount > 0 ? qsTr("Not measured yet") : qsTr("There is no model to measure with"))
             : page.folder.slow ? qsTr("%1, a slow disk: a 5 GB model takes %2 to load").arg(page.folder.readText).arg(figures.wait(5e9 / page.folder.readBytesPerS))
             : qsTr("%1: a 5 GB model takes %2 to load").arg(page.folder.readText).arg(figures.wait(5e9 / page.folder.readBytesPerS))
        AppButton { small: true; text: qsTr("Measure"); enabled: !page.folder.measuring && page.folder.modelCount > 0; onClicked: page.folder.measure() }
    }
    SettingsRow {
        label: page.folder.moving ? qsTr("Moving the models, %1 %").arg(Math.round(page.folder.fraction * 100)) : qsTr("Another folder")
        about: page.folder.moving ? qsTr("Until then, all models stay where they were")
                                  : qsTr("Moved models keep working. Otherwise they stay where they are and are no longer listed.")
        AppButton { visible: page.folder.moving; small: true; iconName: "close"; text: qsTr("Cancel"); onClicked: page.folder.cancel() }
        AppButton { visible: !page.folder.moving; small: true; text: qsTr("Move the models"); onClicked: page.moveRequested() }
        AppButton { visible: !page.folder.moving; small: true; text: qsTr("Change folder only"); onClicked: page.chooseRequested() }
    }
    SettingsRow {
        visible: (page.folder.chosen || page.folder.missing !== "") && !page.folder.moving
        label: qsTr("Back to Hearth's own folder")
        about: qsTr("This moves nothing.")
        AppButton { small: true; text: qsTr("Use it"); onClicked: page.folder.useStandard() }
    }
    FactRow { visible: page.folder.problem !== ""; name: qsTr("Problem"); value: page.folder.problem; bad: true }
    Item { width: 1; height: 20; visible: others.count > 0 }
    AppText {
        visible: others.count > 0
        height: 28
        text: qsTr("Folders of other programs")
        font: Theme.heading
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    AppText {
        visible: others.count > 0
        width: parent.width
        bottomPadding: 10
        text: qsTr("Their models are listed too. They are used in place and never changed.")
        font: Theme.caption
        color: Theme.text3
        line: 18
        wrapMode: Text.Wrap
    }
    Hairline { visible: others.count > 0; width: parent.width; color: Theme.border }
    Repeater {
        id: others
        model: page.folder.others
        FactRow {
            required property var modelData
            name: modelData.name
            value: modelData.path
            detail: modelData.count === 0 ? qsTr("no model") : modelData.count === 1 ? qsTr("one model, %1").arg(figures.fileSize(modelData.bytes))
                                                               : qsTr("%1 models, %2").arg(figures.count(modelData.count)).arg(figures.fileSize(modelData.bytes))
        }
    }
}

import QtQuick
import Hearth.App

// What went wrong and is not part of a reply: the store, a model that did not load, a write that failed.
Column {
    id: notices

    required property Application app
    property string raised: ""
    property string closedLoadError: ""
    property string closedMissing: ""

    signal modelRequested()
    signal closeRequested()
    signal folderRequested()

    Connections {
        target: notices.app
        function onErrorRaised(title: string, body: string) { notices.raised = title + ". " + body }
    }
    NoticeBar {
        width: parent.width
        text: notices.app.storeProblem
    }
    NoticeBar {
        width: parent.width
        closable: true
        actionText: qsTr("Try again")
        otherText: qsTr("Choose another folder")
        text: notices.app.modelsFolder.missing === notices.closedMissing ? "" : notices.app.modelsFolder.missing
        onActed: notices.app.modelsFolder.tryAgain()
        onOtherActed: notices.folderRequested()
        onClosed: notices.closedMissing = notices.app.modelsFolder.missing
    }
    NoticeBar {
        width: parent.width
        failed: true
        closable: true
        actionText: qsTr("Choose another model")
        text: notices.app.engine.errorText === notices.closedLoadError ? "" : notices.app.engine.errorText
        onActed: notices.modelRequested()
        onClosed: notices.closedLoadError = notices.app.engine.errorText
    }
    NoticeBar {
        width: parent.width
        failed: true
        closable: true
        text: notices.raised
        onClosed: notices.raised = ""
    }
    KeepingBar {
        width: parent.width
        cache: notices.app.cache
        onActed: notices.closeRequested()
    }
}

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
    signal saveRequested()

    Connections {
        target: notices.app
        function onErrorRaised(title: string, body: string) { notices.raised = title + ". " + body }
    }
    Connections {
        target: notices.app.chat
        // It works again.
        function onSaved() { notices.raised = "" }
    }
    NoticeBar {
        width: parent.width
        actionText: notices.app.backup.memoryOnly ? qsTr("Save as…") : ""
        text: notices.app.storeProblem === "" ? ""
            : qsTr("%1 The chats of this session are in memory only and will be lost when Hearth closes.").arg(notices.app.storeProblem)
        onActed: notices.saveRequested()
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
        closable: true
        actionText: qsTr("Choose another model")
        text: notices.app.start.goneText
        onActed: {
            notices.app.start.closeGone()
            notices.modelRequested()
        }
        onClosed: notices.app.start.closeGone()
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
    NoticeBar {
        width: parent.width
        closable: true
        actionText: qsTr("Open it")
        text: notices.app.guard.heldBackTitle === "" ? ""
            : qsTr("Hearth did not shut down properly the last two times “%1” was open, so that chat was not opened.").arg(notices.app.guard.heldBackTitle)
        onActed: notices.app.guard.openHeldBack()
        onClosed: notices.app.guard.forget()
    }
    ExchangeBar {
        width: parent.width
        exchange: notices.app.exchange
    }
    KeepingBar {
        width: parent.width
        cache: notices.app.cache
        onActed: notices.closeRequested()
    }
}

import QtQuick
import Hearth.App

// Errors that are not part of a reply: the store, a model that did not load, a write that failed.
Column {
    id: notices

    property string raised: ""
    property string closedLoadError: ""
    property string closedMissing: ""

    signal modelRequested()
    signal closeRequested()
    signal folderRequested()
    signal saveRequested()

    Connections {
        target: Desktop
        function onErrorRaised(title: string, body: string) { notices.raised = title + ". " + body }
    }
    Connections {
        target: Chats.chat
        // It works again.
        function onSaved() { notices.raised = "" }
    }
    NoticeBar {
        width: parent.width
        actionText: Chats.backup.memoryOnly ? qsTr("Save as…") : ""
        text: Session.storeProblem === "" ? ""
            : qsTr("%1 The chats of this session are in memory only and will be lost when Hearth closes.").arg(Session.storeProblem)
        onActed: notices.saveRequested()
    }
    NoticeBar {
        width: parent.width
        closable: true
        actionText: qsTr("Try again")
        otherText: qsTr("Choose another folder")
        text: Models.folder.missing === notices.closedMissing ? "" : Models.folder.missing
        onActed: Models.folder.tryAgain()
        onOtherActed: notices.folderRequested()
        onClosed: notices.closedMissing = Models.folder.missing
    }
    NoticeBar {
        width: parent.width
        closable: true
        actionText: qsTr("Choose another model")
        text: Session.start.goneText
        onActed: {
            Session.start.closeGone()
            notices.modelRequested()
        }
        onClosed: Session.start.closeGone()
    }
    NoticeBar {
        width: parent.width
        failed: true
        closable: true
        actionText: qsTr("Choose another model")
        text: Models.engine.errorText === notices.closedLoadError ? "" : Models.engine.errorText
        onActed: notices.modelRequested()
        onClosed: notices.closedLoadError = Models.engine.errorText
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
        text: Session.guard.heldBackTitle === "" ? ""
            : qsTr("Hearth did not shut down properly the last two times “%1” was open, so that chat was not opened.").arg(Session.guard.heldBackTitle)
        onActed: Session.guard.openHeldBack()
        onClosed: Session.guard.forget()
    }
    ExchangeBar {
        width: parent.width
        exchange: Chats.exchange
    }
    KeepingBar {
        width: parent.width
        cache: Models.cache
        onActed: notices.closeRequested()
    }
}

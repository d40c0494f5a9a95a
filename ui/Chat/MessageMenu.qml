import QtQuick
import Hearth.App
import Hearth.Components

// Further actions on a message.
AppMenu {
    id: menu

    required property ChatController chat
    property real messageId: 0

    signal copyRequested(string text)
    signal inspectRequested(real messageId)
    signal compareRequested(real messageId)
    signal modelWanted(real messageId)

    AppMenuItem {
        text: qsTr("Copy as text")
        iconName: "copy"
        onTriggered: menu.copyRequested(menu.chat.texts.plain(menu.messageId))
    }
    AppMenuItem {
        text: qsTr("Copy as Markdown")
        iconName: "copy"
        onTriggered: menu.copyRequested(menu.chat.texts.source(menu.messageId))
    }
    AppMenuItem {
        text: qsTr("Quote")
        iconName: "reply"
        onTriggered: menu.chat.draft.quote(menu.chat.texts.plain(menu.messageId))
    }
    AppMenuItem {
        text: qsTr("Compare answers…")
        iconName: "branch"
        enabled: menu.chat.canSend
        onTriggered: menu.compareRequested(menu.messageId)
    }
    AppMenuItem {
        text: qsTr("Regenerate with…")
        iconName: "redo"
        enabled: menu.chat.canSend && menu.chat.models.count > 1
        onTriggered: menu.modelWanted(menu.messageId)
    }
    AppMenuItem {
        text: qsTr("See its tokens")
        iconName: "inspect"
        onTriggered: menu.inspectRequested(menu.messageId)
    }
    MenuLine {}
    AppMenuItem {
        text: qsTr("Delete from here on")
        iconName: "trash"
        destructive: true
        onTriggered: menu.chat.versions.remove(menu.messageId)
    }
}

pragma Singleton
import QtQuick

QtObject {
    readonly property ConversationListModel conversations: Invented.app.conversations
    readonly property ChatController chat: Invented.app.chat
    readonly property ConversationSearch search: Invented.app.search
    readonly property ConversationExchange exchange: Invented.app.exchange
    readonly property TrashModel trash: Invented.app.trash
    readonly property FindInChat find: Invented.app.find
    readonly property ChatBackup backup: Invented.app.backup
}

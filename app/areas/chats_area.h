#pragma once

#include <QString>

#include "areas/area.h"
#include "chat/chat_controller.h"
#include "chat/conversation_list_model.h"
#include "chat/conversation_search.h"
#include "chat/find_in_chat.h"
#include "chat/trash_model.h"
#include "exchange/chat_backup.h"
#include "exchange/conversation_exchange.h"

namespace hearth::app {

class DesktopArea;
class ModelsArea;
class SettingsArea;
class ToolsArea;

/// The chats: the list of them, the open one, and those that were deleted, imported or saved elsewhere.
class ChatsArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Chats)
    QML_SINGLETON

public:
    struct Surroundings {
        store::Store& store;
        QString file;  ///< that has the chats; empty: they are in memory alone
        DesktopArea& desktop;
        SettingsArea& settings;
        ModelsArea& models;
        ToolsArea& tools;
    };
    /// All arguments outlive it.
    explicit ChatsArea(const Surroundings& around);
    static ChatsArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<ChatsArea>(engine); }

    HEARTH_PART(ConversationListModel, conversations);
    HEARTH_PART(ConversationSearch, search);
    HEARTH_PART(TrashModel, trash);
    HEARTH_PART(ConversationExchange, exchange);
    HEARTH_PART(ChatController, chat);
    HEARTH_PART(FindInChat, find);
    HEARTH_PART(ChatBackup, backup);
};

}  // namespace hearth::app

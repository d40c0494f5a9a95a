#include "window/first_view.h"

#include "window/window_parts.h"

namespace hearth::app {

namespace {

void openFirstChat(WindowParts& parts, const std::optional<RestartPlace>& reopened) {
    const qint64 wanted = reopened ? reopened->conversationId
                          : parts.session.start.opensLastChat()
                              ? parts.settings.app.window->lastConversation()
                              : 0;
    const qint64 chat = parts.session.guard.chatToOpen(wanted);
    if (chat != 0 && reopened && reopened->messageId != 0)
        parts.chats.chat.openAt(chat, reopened->messageId);
    else if (chat != 0)
        parts.chats.chat.open(chat);
    else if (!parts.session.guard.heldBackTitle().isEmpty())
        parts.settings.app.window->setLastConversation(0);
}

}  // namespace

void openFirstView(WindowParts& parts, const std::optional<RestartPlace>& reopened,
                   const QString& namedModel) {
    openFirstChat(parts, reopened);
    parts.models.installed.refresh();
    parts.models.downloads.resumeAll();
    QString model = reopened && !reopened->modelPath.isEmpty() ? reopened->modelPath
                                                               : parts.session.start.modelPath(namedModel);
    // The chat that is shown has a model of its own.
    if (const QString own = parts.models.engine.awaitedPath();
        !own.isEmpty() && !model.isEmpty() && namedModel.isEmpty())
        model = own;
    if (!model.isEmpty()) parts.models.engine.load(model);
}

}  // namespace hearth::app

#include "window/first_view.h"

#include "window/window_parts.h"

namespace hearth::app {

namespace {

void openFirstChat(WindowParts& parts, const std::optional<RestartPlace>& reopened) {
    const qint64 wanted = reopened                      ? reopened->conversationId
                          : parts.start.opensLastChat() ? parts.settings.lastConversation()
                                                        : 0;
    const qint64 chat = parts.guard.chatToOpen(wanted);
    if (chat != 0 && reopened && reopened->messageId != 0)
        parts.chat.openAt(chat, reopened->messageId);
    else if (chat != 0)
        parts.chat.open(chat);
    else if (!parts.guard.heldBackTitle().isEmpty())
        parts.settings.setLastConversation(0);
}

}  // namespace

void openFirstView(WindowParts& parts, const std::optional<RestartPlace>& reopened,
                   const QString& namedModel) {
    openFirstChat(parts, reopened);
    parts.models.refresh();
    parts.downloads.resumeAll();
    QString model =
        reopened && !reopened->modelPath.isEmpty() ? reopened->modelPath : parts.start.modelPath(namedModel);
    // The chat that is shown has a model of its own.
    if (const QString own = parts.engine.awaitedPath();
        !own.isEmpty() && !model.isEmpty() && namedModel.isEmpty())
        model = own;
    if (!model.isEmpty()) parts.engine.load(model);
}

}  // namespace hearth::app

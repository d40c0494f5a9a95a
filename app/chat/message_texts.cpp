#include "chat/message_texts.h"

#include "chat/open_conversation.h"
#include "chat/plain_text.h"
#include "chat/selected_text.h"

namespace hearth::app {

QString MessageTexts::source(qint64 messageId) const {
    const store::Message* message = m_open.tree().find(messageId);
    return message == nullptr ? QString() : message->text;
}

QString MessageTexts::plain(qint64 messageId) const {
    const store::Message* message = m_open.tree().find(messageId);
    if (message == nullptr) return {};
    return message->role == store::Role::User ? message->text : plainTextOf(message->text);
}

QString MessageTexts::selected(int fromRow, int from, int toRow, int to) const {
    return selectedText(m_open.rows(), fromRow, from, toRow, to);
}

}  // namespace hearth::app

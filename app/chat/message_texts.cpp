#include "chat/message_texts.h"

#include "chat/open_chat.h"
#include "chat/plain_text.h"
#include "chat/selected_text.h"
#include "citations/cited_passage.h"
#include "store/store.h"

namespace hearth::app {

QString MessageTexts::source(qint64 messageId) const {
    const store::Message* message = m_chat.tree().find(messageId);
    return message == nullptr ? QString() : message->text;
}

QString MessageTexts::plain(qint64 messageId) const {
    const store::Message* message = m_chat.tree().find(messageId);
    if (message == nullptr) return {};
    return message->role == store::Role::User ? message->text : plainTextOf(message->text);
}

QString MessageTexts::selected(int fromRow, int from, int toRow, int to) const {
    return selectedText(m_chat.conversation().rows(), fromRow, from, toRow, to);
}

QVariantMap MessageTexts::sent(qint64 messageId, int chip) const {
    QVariantMap found;
    m_chat.change([&] {
        int passage = 0, file = 0;
        for (const store::Attachment& attachment : m_store.attachments().ofMessage(messageId)) {
            if (!attachment.passage.isEmpty()) {
                if (passage == 0) passage = CitedPassage::of(attachment.passage).number;
            } else if (file++ == chip) {
                found = {{QStringLiteral("name"), attachment.name},
                         {QStringLiteral("text"), attachment.text}};
            }
        }
        // Behind the files.
        if (passage > 0 && chip == file) found = {{QStringLiteral("passage"), passage}};
    });
    return found;
}

}  // namespace hearth::app

#include "chat/request_builder.h"

#include "attachments/attachment_reader.h"

namespace hearth::app {

GenerationRequest RequestBuilder::build(const QString& systemPrompt, const std::vector<store::Message>& path,
                                        const QString& modelName, const SamplingParams& sampling) {
    GenerationRequest request;
    request.sampling = sampling;
    request.messages.reserve(path.size() + 1);
    if (!systemPrompt.trimmed().isEmpty())
        request.messages.push_back(
            {.role = "system", .content = systemPrompt.toStdString(), .reasoning = {}, .tokens = {}});
    for (const store::Message& message : path) {
        ChatMessage chat;
        chat.content = message.text.toStdString();
        switch (message.role) {
            case store::Role::System:
                chat.role = "system";
                break;
            case store::Role::User:
                chat.role = "user";
                if (message.id != 0) chat.content.insert(0, attachedTo(message.id).toStdString());
                break;
            case store::Role::Assistant:
                // A reply that never got a word says nothing to the model.
                if (message.text.isEmpty()) continue;
                chat.role = "assistant";
                if (message.model == modelName && (message.state == store::MessageState::Complete ||
                                                   message.state == store::MessageState::Stopped))
                    chat.tokens = tokensOf(message.id);
                break;
        }
        request.messages.push_back(std::move(chat));
    }
    return request;
}

const QString& RequestBuilder::attachedTo(qint64 messageId) {
    auto found = m_attached.find(messageId);
    if (found == m_attached.end()) {
        QString text;
        for (const store::Attachment& file : m_store.attachments().ofMessage(messageId))
            text += attachmentInPrompt(file.name, file.text);
        found = m_attached.insert(messageId, text);
    }
    return found.value();
}

const std::vector<TokenId>& RequestBuilder::tokensOf(qint64 messageId) {
    auto found = m_tokens.find(messageId);
    if (found == m_tokens.end()) {
        std::vector<TokenId> tokens;
        if (const auto generation = m_store.generations().find(messageId)) {
            // After a stop string the ids say more than the text.
            if (generation->finishReason != FinishReason::StopString) tokens = generation->tokens;
        }
        found = m_tokens.insert(messageId, std::move(tokens));
    }
    return found.value();
}

}  // namespace hearth::app

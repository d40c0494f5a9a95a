#pragma once

#include <QHash>
#include <QString>
#include <vector>

#include "hearth/engine.h"
#include "store/store.h"

namespace hearth::app {

/// Turns the visible branch of a conversation into the engine's request. Keeps the token ids it has read,
/// because an estimate asks for them after every pause in typing.
class RequestBuilder {
public:
    explicit RequestBuilder(store::Store& store) : m_store(store) {}

    /// Ids of replies that `modelName` made go along, so that nothing generated is tokenised again.
    /// Throws StoreError.
    GenerationRequest build(const QString& systemPrompt, const std::vector<store::Message>& path,
                            const QString& modelName, const SamplingParams& sampling);
    /// Forgets what was read: another conversation is open, or a reply changed.
    void clear() {
        m_tokens.clear();
        m_attached.clear();
    }

private:
    const std::vector<TokenId>& tokensOf(qint64 messageId);
    /// The files in front of a message, as they stand in the prompt.
    const QString& attachedTo(qint64 messageId);

    store::Store& m_store;
    QHash<qint64, std::vector<TokenId>> m_tokens;
    QHash<qint64, QString> m_attached;
};

}  // namespace hearth::app

#pragma once

#include <QHash>
#include <QString>
#include <vector>

#include "chat/left_out.h"
#include "hearth/engine.h"
#include "store/store.h"

namespace hearth::app {

/// Turns the visible branch of a conversation into the engine's request. Keeps what it has read of replies,
/// because an estimate asks for it after every pause in typing.
class RequestBuilder {
public:
    explicit RequestBuilder(store::Store& store) : m_store(store) {}

    /// Ids of replies that `modelName` made go along, so that nothing generated is tokenised again. A summary
    /// follows the system prompt. Throws StoreError.
    GenerationRequest build(const QString& systemPrompt, const std::vector<store::Message>& path,
                            const QString& modelName, const SamplingParams& sampling,
                            const LeftOut& leftOut = {});
    /// What stays out of the next prompt of a branch: what was cut off when its last reply was made, unless
    /// the context is longer now, and what has a summary. Throws StoreError.
    LeftOut leftOut(const std::vector<store::Message>& path, int contextLength);
    /// Forgets what was read: another conversation is open, or a reply changed.
    void clear() {
        m_replies.clear();
        m_attached.clear();
    }

private:
    /// What is stored about how a reply was made.
    struct Reply {
        std::vector<TokenId> tokens;
        bool hasRecipe = false;
        int leftOutTurns = 0, contextLength = 0;
    };
    const Reply& replyOf(qint64 messageId);
    /// The files in front of a message, as they stand in the prompt.
    const QString& attachedTo(qint64 messageId);
    void add(GenerationRequest& request, const store::Message& message, const QString& modelName);

    store::Store& m_store;
    QHash<qint64, Reply> m_replies;
    QHash<qint64, QString> m_attached;
};

}  // namespace hearth::app

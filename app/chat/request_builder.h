#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <vector>

#include "chat/left_out.h"
#include "hearth/context_shift.h"
#include "hearth/generation_request.h"
#include "hearth/sampling.h"
#include "hearth/tokenizer.h"
#include "store/store.h"

namespace hearth::app {

/// Turns the visible branch of a conversation into the engine's request. Keeps the data read about replies,
/// because an estimate asks for it after every pause in typing.
class RequestBuilder {
public:
    explicit RequestBuilder(store::Store& store) : m_store(store) {}

    /// Ids of replies that these models made go along, so that nothing generated is tokenised again; the
    /// engine leaves those alone that are not its model's. A summary follows the system prompt. Throws
    /// StoreError.
    GenerationRequest build(const QString& systemPrompt, const std::vector<store::Message>& path,
                            const QStringList& models, const SamplingParams& sampling,
                            const LeftOut& leftOut = {});
    /// Returns true if the last build() left out a picture because its file is missing or damaged.
    bool lacksPicture() const { return m_lacksPicture; }
    /// Ids of calls as every family's template takes them: nine letters and digits.
    static QString callId(qint64 messageId, int call);
    /// Facts that the next prompt of a branch depends on.
    struct Target {
        QString systemPrompt = {};
        QString model = {};  ///< its name
        int contextLength = 0;
        bool slides = false;  ///< EngineInfo::canSlide
    };
    /// The part left out of the next prompt of a branch: what was cut off when its last reply was made,
    /// unless the context is longer now, and what has a summary. Context shifts of the engine are those of
    /// the branch's last reply of the same model, as long as the prompt begins as it did then. Throws
    /// StoreError.
    LeftOut leftOut(const std::vector<store::Message>& path, const Target& target);
    /// Forgets what was read. Called when another conversation is opened or a reply changed.
    void clear() {
        m_replies.clear();
        m_attached.clear();
    }

private:
    /// Stored facts about how a reply was made.
    struct Reply {
        std::vector<TokenId> tokens;
        bool hasRecipe = false;
        int leftOutTurns = 0, contextLength = 0;
        int summarisedTurns = 0, slidTurns = 0, leftOutTokens = 0;
        QString systemPrompt, summary;
        std::vector<ContextShift> cuts;
    };
    /// True if the context shifts of a reply count the tokens of this prompt.
    static bool cutsHold(const Reply& reply, const LeftOut& leftOut, const Target& target);
    const Reply& replyOf(qint64 messageId);
    /// The files before a message, as they appear in the prompt.
    const QString& attachedTo(qint64 messageId);
    /// The files of a message's pictures, at their places in its content, which begins with `before` bytes
    /// that do not belong to its text. Leaves out pictures whose file cannot be read; see lacksPicture().
    std::vector<MessagePicture> picturesOf(const store::Message& message, size_t before);
    void add(GenerationRequest& request, const store::Message& message, const QStringList& models);

    store::Store& m_store;
    QHash<qint64, Reply> m_replies;
    QHash<qint64, QString> m_attached;
    bool m_lacksPicture = false;
};

}  // namespace hearth::app

#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;

/// Settings and inputs of a reply.
struct ReplyRecipe {
    /// A part generated in one go. A reply has several when it was continued.
    struct Part {
        /// The same prompt, settings and seed; of a part that was stopped or continued as many tokens as it
        /// had.
        GenerationRequest request;
        size_t firstToken = 0;                    ///< its start in the reply, in tokens
        std::vector<TokenId> tokens;              ///< its tokens, to compare with; none: a server keeps them
        bool isLast = false;                      ///< its end is the reply's
        qsizetype firstCharacter = 0;             ///< its start in the reply's text, in characters
        QString text = {};                        ///< its text, to compare with if there are no tokens
        std::vector<store::ToolCall> calls = {};  ///< the same: with which it ended
        bool isCut = false;                       ///< it ended because it was stopped or continued
    };
    /// The parts in their order, without tokens that a person chose. Empty: the reply cannot be requested
    /// now.
    std::vector<Part> parts;
    /// The prompt of the reply as it began; nullopt: it cannot be asked for now.
    std::optional<GenerationRequest> request;
    /// All cuts that it ended with, those of its prompt among them; none: nothing was cut off.
    std::vector<ContextShift> cuts;
    QString problem;  ///< why not, one sentence
    /// The tokens of the part.
    std::vector<TokenId> tokens;
    /// Differences from when it was made, for people: the text may differ because of them.
    QStringList differences;
};

/// Reads the stored data of a reply. It can be requested while the model that made it is loaded.
ReplyRecipe recipeOfReply(store::Store& store, const EngineStatus& engine, qint64 messageId);

}  // namespace hearth::app

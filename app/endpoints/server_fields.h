#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

#include "endpoints/endpoint.h"
#include "hearth/engine_info.h"
#include "hearth/reply_grammar.h"

namespace hearth::app {

/// The fields of a request that not every server takes, as far as is known of this one. A value.
struct ServerFields {
    /// Top-k, min-p, repeat penalty and the like.
    bool extras = true;
    /// Random seed where the user set none, so that the reply can be reproduced.
    bool drawnSeed = true;
    /// Name of the field that bounds the reply; empty: the server bounds it.
    QString limit = QStringLiteral("max_tokens");
    /// Name of the field that has the thought of an assistant's message; empty: thoughts are not sent.
    QString thought = {};
    bool takesThoughts = true;  ///< false: it refused that field
    /// The fields that ask for regular expressions and grammars.
    enum class Forms {
        Json,               ///< not at all
        Grammar,            ///< `grammar`, as llama.cpp's server takes it
        StructuredOutputs,  ///< `structured_outputs`, as vLLM takes it
    } forms = Forms::Json;
    /// Variables of the chat template: `chat_template_kwargs`.
    bool templateVariables = false;
    bool penaltyWindow = false;  ///< `repeat_last_n` counts
    /// Tokens that prompt and reply have together; 0: not known.
    int contextLength = 0;
    /// Alternatives of each token that can be asked for, with the token's own chance; notAsked: neither.
    static constexpr int notAsked = -1;
    int alternatives = notAsked;
    bool alternativesWithTools = true;  ///< beside tools, too

    bool operator==(const ServerFields&) const = default;
};

/// Gives the fields that are known of a server before it is asked.
ServerFields fieldsOf(const Endpoint& endpoint, const QString& model);

/// The wishes that a request for a model can have: all here, and those that its program takes on a server.
struct ModelOffers {
    bool expressions = true, grammars = true;  ///< replies can be held to regular expressions, to grammars
    bool penaltyWindow = true;                 ///< SamplingParams::penaltyLastN counts
    /// Variables of the template reach it, though what it makes of them is not known: a server's.
    bool unseenTemplate = false;
    bool operator==(const ModelOffers&) const = default;
};
/// Of the model that runs: a server's has the server's program as its device.
ModelOffers offersOf(const EngineInfo& info);

/// Returns whether the server can be asked to hold a reply to this.
bool canAskFor(const ServerFields& fields, const ReplyGrammar& grammar);

/// A refused request: what it was asked with and what came.
struct Refusal {
    const ServerFields& fields;
    bool chosenSeed = false;  ///< the person's own: it is never left out
    bool hasLimit = false;    ///< it had a bound of the reply
    int status = 0;
    QByteArray body = {};
};
/// The fields to ask the same again with, each time with one less; nullopt: they are not the reason.
std::optional<ServerFields> fieldsAfter(const Refusal& refusal);

}  // namespace hearth::app

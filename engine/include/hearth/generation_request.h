#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hearth/chat_message.h"
#include "hearth/context_shift.h"
#include "hearth/prompt_piece.h"
#include "hearth/prompt_tokens.h"
#include "hearth/reply_grammar.h"
#include "hearth/route.h"
#include "hearth/sampling.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// Speculative decoding: the next tokens are guessed and checked together in one pass. The text is the same
/// in every case, and only the time it takes differs. Models whose state cannot be cut back (recurrent
/// layers) make one token at a time whatever is asked for.
enum class Speculation {
    Off,
    PromptLookup,  ///< what followed the last tokens where they stood before, in the prompt or the reply
    DraftModel,    ///< the same, and where nothing did, what EngineOptions::draftModel thinks comes next
    /// The same with what the model's own layer for it thinks, where it has one (EngineInfo::hasMtp:
    /// multi-token prediction, "nextn"); else as PromptLookup.
    Own,
};

/// A prompt, ready to be processed.
struct Prompt {
    PromptPieces pieces;          ///< by origin
    std::vector<TokenId> tokens;  ///< of the pieces, with nothing dropped
    /// Those that hold, the oldest first, the one that this prompt needs included; without
    /// [keep, dropTo) of the last one it is what the model reads.
    std::vector<ContextShift> cuts;
    double templateMs = 0, tokenizeMs = 0;
    std::vector<TokenSpan> spans = {};         ///< rows of the tokens that their ids do not identify
    std::vector<PromptPicture> pictures = {};  ///< of all messages, in their order

    /// Lasts as long as this is unchanged.
    PromptView view() const { return {tokens, spans}; }
};

/// Use of the kept reply to an identical request before: at temperature 0, to the same tokens with the
/// same settings for the same model. At other temperatures, and where what is generated counts more than the
/// reply (GenerationRequest::useCache, ignoreEndOfText), there is none and it changes nothing.
enum class ReplyReuse : uint8_t {
    Off,    ///< it is made, and not kept
    Renew,  ///< it is made, and kept in place of an earlier one
    Use,    ///< the kept one comes at once; where there is none it is made and, if it ends by itself, kept
};

struct GenerationRequest {
    std::vector<ChatMessage> messages;  ///< rendered with the model's template...
    std::optional<std::string>
        rawText;  ///< ...or this text as it is (special tokens parsed, BOS as the metadata says)...
    std::vector<TokenId> rawTokens;  ///< ...or these tokens
    bool continueLast = false;  ///< go on with the last (assistant) message instead of starting a new one
    std::string
        templateVariables;  ///< JSON object merged into the template's context ("tools", "enable_thinking")
    SamplingParams sampling;
    ReplyGrammar grammar;  ///< what the reply has to be; reasoning before it is free
    Speculation speculation = Speculation::Off;
    ContextOverflow overflow = ContextOverflow::Stop;
    /// Parts dropped from this conversation before (GenerationResult::cuts of its last reply), the oldest
    /// first. They hold whatever `overflow` is now. Those that do not match this prompt are ignored.
    std::vector<ContextShift> cuts;
    /// The prompt that PromptService::make() made of the fields above; nullopt: submit() makes it.
    std::optional<Prompt> prompt = std::nullopt;
    double spentMs = 0;            ///< since somebody asked for the reply: part of the times of its metrics
    bool rawReply = false;         ///< all of the reply is text: no reasoning and no calls are looked for
    int candidates = 0;            ///< alternatives to report with every token
    bool ignoreEndOfText = false;  ///< go on after end tokens (measurements)
    /// Tenant of the reply, any text of the caller's, such as the number of a chat: cache blocks that only it
    /// used are dropped when CacheAdmin::keepTenants() does not name it. Empty: none.
    std::string tenant = {};
    bool useCache = true;  ///< false: look for no cached prefix and leave none behind (measurements)
    ReplyReuse replyReuse = ReplyReuse::Off;
    /// The model that answers where there are two (hearth/routing.h); nullopt: the rules decide.
    std::optional<RouteTarget> route = std::nullopt;
};

}  // namespace hearth

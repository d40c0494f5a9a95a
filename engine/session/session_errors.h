#pragma once

#include "hearth/error.h"

/// Why a request is refused.
namespace hearth::errors {

inline constexpr ErrorKind emptyPrompt{
    ErrorCode::BadInput,
    {"prompt.empty", HEARTH_TRANSLATED("Engine", "The prompt is empty; write something first.")}};
/// Tokens, and positions of the context.
inline constexpr ErrorKind contextFull{
    ErrorCode::ContextFull,
    {"prompt.context-full",
     HEARTH_TRANSLATED(
         "Engine",
         "The prompt has %1 tokens and the context only %2; shorten it or load the model with a "
         "longer context.")}};
/// Tokens. Loading sees to it that one conversation fits.
inline constexpr ErrorKind cacheTooSmall{
    ErrorCode::BadInput,
    {"prompt.cache-too-small",
     "The prompt has %1 tokens, more than the cache of this model holds; shorten it or load the model with "
     "more memory for the cache."}};
/// Rows of the span, and of a pass.
inline constexpr ErrorKind spanTooLong{
    ErrorCode::BadInput,
    {"prompt.span-too-long",
     HEARTH_TRANSLATED(
         "Engine",
         "A picture of the prompt has %1 tokens, which this model reads all at once, and %2 is the "
         "most that it can; make the picture smaller.")}};
/// Rows of the span. Whoever counts a picture's tokens reads it, too.
inline constexpr ErrorKind pictureOfOtherRows{ErrorCode::BadInput,
                                              {"prompt.picture-of-other-rows",
                                               "A picture of the prompt was read, but not as the %1 tokens "
                                               "that it has there; use the vision encoder that "
                                               "belongs to this model."}};
inline constexpr ErrorKind cannotSee{
    ErrorCode::Unsupported,
    {"prompt.cannot-see",
     HEARTH_TRANSLATED("Engine", "This model cannot read pictures; choose one that can, or remove them.")}};
inline constexpr ErrorKind noMemoryForReplies{
    ErrorCode::OutOfMemory,
    {"reply.no-memory", HEARTH_TRANSLATED("Engine",
                                          "There is not enough memory for the replies that run; close other "
                                          "programs or load a smaller model.")}};

inline constexpr ErrorKind noRoomToLook{
    ErrorCode::ContextFull,
    {"attention.no-room",
     HEARTH_TRANSLATED("Engine",
                       "The context is too short to look at this token again; load the model with the "
                       "context that the reply was made with.")}};
inline constexpr ErrorKind otherVocabulary{
    ErrorCode::BadInput,
    {"attention.other-vocabulary",
     HEARTH_TRANSLATED("Engine",
                       "The loaded model does not know these tokens, which another model wrote; load that "
                       "one to see what its tokens looked at.")}};
inline constexpr ErrorKind runsElsewhere{
    ErrorCode::Unsupported,
    {"attention.runs-elsewhere",
     HEARTH_TRANSLATED("Engine",
                       "What a token looked at can be seen of models that Hearth runs itself, and this one "
                       "runs on a server; load a model on this machine.")}};

inline constexpr ErrorKind replyDoesNotFit{
    ErrorCode::BadInput,
    {"reply.does-not-fit",
     HEARTH_TRANSLATED(
         "Engine",
         "The reply so far does not match its structure; generate it again, or switch structured "
         "output off.")}};

/// The token, and how many the vocabulary has.
inline constexpr ErrorKind unknownBias{ErrorCode::BadInput,
                                       {"reply.unknown-bias",
                                        "There is a bias for token %1, and the model's vocabulary has only "
                                        "%2 tokens, from 0 on; leave it out."}};

inline constexpr ErrorKind callsWithoutForm{
    ErrorCode::BadInput,
    {"reply.calls-without-form",
     "This model writes calls of tools in a form that Hearth cannot hold a reply to; let the model choose."}};

}  // namespace hearth::errors

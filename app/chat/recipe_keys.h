#pragma once

/// Contents of a reply's recipe (store::Generation::recipe): everything that is needed to make the same text
/// again.
namespace hearth::app::recipe {

inline constexpr const char* model = "model";                  ///< name
inline constexpr const char* quantization = "quantization";    ///< "Q4_1"
inline constexpr const char* weightsHash = "weightsHash";      ///< EngineInfo::weightsHash
inline constexpr const char* version = "version";              ///< of Hearth
inline constexpr const char* device = "device";                ///< for people
inline constexpr const char* kvType = "kvType";                ///< "f16"
inline constexpr const char* contextLength = "contextLength";  ///< tokens
inline constexpr const char* systemPrompt = "systemPrompt";    ///< of the chat at that time
inline constexpr const char* sampling = "sampling";            ///< see samplingFromJson()
inline constexpr const char* seed = "seed";                    ///< as text: 64 bits
inline constexpr const char* overflow =
    "overflow";  ///< store::overflowName() of the reply's action when full
/// LeftOut::turns including those that did not fit, if they are more than have a summary.
inline constexpr const char* leftOutTurns = "leftOutTurns";
inline constexpr const char* leftOutTokens = "leftOutTokens";  ///< LeftOut::tokens; none: not known
/// Context shifts before the reply (GenerationRequest::cuts) and at its end (GenerationResult::cuts), see
/// recipe_cuts.h; absent if there were none.
inline constexpr const char* cutsBefore = "cutsBefore";
inline constexpr const char* cuts = "cuts";
inline constexpr const char* slidTurns = "slidTurns";              ///< LeftOut::slidTurns of `cuts`
inline constexpr const char* summarisedTurns = "summarisedTurns";  ///< LeftOut::summarisedTurns
inline constexpr const char* summary = "summary";                  ///< the text of the summary of these turns
/// If two models could answer: the one that did, routeTargetName(), and the reason, routeReasonName(),
/// with the number of the small model's first tokens that were examined and the mean logarithm of their
/// probabilities. The model and how it ran are those of the one that answered.
inline constexpr const char* route = "route";
inline constexpr const char* routeTarget = "answeredBy";
inline constexpr const char* routeReason = "reason";
inline constexpr const char* routeTokens = "triedTokens";
inline constexpr const char* routeMean = "meanLogProbability";
/// The server's price for a million tokens at that time; absent if no price was entered.
inline constexpr const char* priceRead = "priceRead";
inline constexpr const char* priceWritten = "priceWritten";
inline constexpr const char* tools = "tools";  ///< tool definitions for the template, as text; none: no tools
inline constexpr const char* structure = "structure";  ///< ChatStructure::asUsed(); none: any text
inline constexpr const char* continued = "continued";  ///< a text was there before
/// Origin of that text: a list of objects, each with a part's own recipe (empty: a person chose its last
/// token) and with its end, in tokens and characters of the whole reply.
inline constexpr const char* before = "before";
inline constexpr const char* partRecipe = "recipe";
inline constexpr const char* partTokens = "tokens";
inline constexpr const char* partCharacters = "characters";

}  // namespace hearth::app::recipe

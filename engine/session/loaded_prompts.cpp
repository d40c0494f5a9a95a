#include "session/loaded_prompts.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "backend/backend.h"
#include "jinja/jinja_errors.h"
#include "session/session_errors.h"

namespace hearth {

namespace {

std::string_view withoutOuterSpace(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// The tokens of a prompt from the last piece on that ends with this text; 0: none does. A template may trim
/// what it is given, or put a system message in front of it.
size_t tokensFrom(const Tokenizer& tokenizer, const PromptPieces& pieces, std::string_view text) {
    const std::string_view wanted = withoutOuterSpace(text);
    const auto found = std::find_if(pieces.rbegin(), pieces.rend(), [wanted](const PromptPiece& piece) {
        return !piece.trusted && withoutOuterSpace(piece.text).ends_with(wanted);
    });
    if (wanted.empty() || found == pieces.rend()) return 0;
    return tokenizer.encode(PromptPieces(found.base() - 1, pieces.end())).size();
}

}  // namespace

LoadedPrompts::LoadedPrompts(std::shared_ptr<const Tokenizer> tokenizer,
                             std::shared_ptr<const ChatTemplate> chatTemplate, Lengths lengths,
                             std::shared_ptr<GrammarMaker> grammars)
    : m_tokenizer(std::move(tokenizer)),
      m_template(std::move(chatTemplate)),
      m_builder(*m_tokenizer, *m_template),
      m_lengths(lengths),
      m_grammars(std::move(grammars)) {
}

void LoadedPrompts::make(GenerationRequest& request, std::stop_token stop) const {
    constexpr size_t largeGrammarBytes = 16 * 1024;
    if (m_grammars != nullptr && request.grammar.source.size() > largeGrammarBytes)
        m_grammars->prepare(request.grammar);
    if (!request.prompt) request.prompt = prompt(request, stop);
}

Prompt LoadedPrompts::prompt(const GenerationRequest& request, const std::stop_token& stop) const {
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::duration<double, std::milli>;
    const auto start = Clock::now();
    Prompt prompt{.pieces = render(request, stop), .tokens = {}, .cuts = {}};
    const auto rendered = Clock::now();
    prompt.tokens = m_builder.tokens(request, prompt.pieces);
    prompt.templateMs = Milliseconds(rendered - start).count();
    prompt.tokenizeMs = Milliseconds(Clock::now() - rendered).count();
    prompt.cuts = cutsOf(request, prompt);
    return prompt;
}

PromptPieces LoadedPrompts::render(const GenerationRequest& request, const std::stop_token& stop) const {
    try {
        return m_builder.render(request, stop);
    } catch (const Error& error) {
        const bool isTooLong = error.is(errors::templateTooLong) || error.is(errors::templateTooMuchWork) ||
                               error.is(errors::templateTooMuchMemory);
        // The template is not to blame where the messages alone are more than the model reads.
        const size_t tokens = isTooLong ? messageTokens(request, stop) : 0;
        if (tokens <= m_lengths.context) throw;
        throw Error(errors::contextFull, {tokens, m_lengths.context});
    }
}

/// Tokens of the messages without what the template puts around them.
size_t LoadedPrompts::messageTokens(const GenerationRequest& request, const std::stop_token& stop) const {
    size_t tokens = 0;
    for (const ChatMessage& message : request.messages) {
        for (const std::string* text : {&message.content, &message.reasoning, &message.toolCalls})
            tokens += m_tokenizer->encode(*text, {}).size();
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Making the prompt was cancelled.");
    }
    return tokens;
}

CutPlaces LoadedPrompts::placesOf(const GenerationRequest& request, const PromptView& tokens) const {
    const bool hasSystem = !request.messages.empty() && request.messages.front().role == "system";
    return CutPlaces::of(
        tokens, [this](TokenId token) { return m_tokenizer->isEndOfGeneration(token); }, hasSystem,
        m_lengths.context);
}

uint32_t LoadedPrompts::wholeFrom(const GenerationRequest& request, const Prompt& prompt,
                                  const CutPlaces& places) const {
    if (request.continueLast || request.messages.empty()) return 0;
    const auto question =
        std::ranges::find(request.messages.rbegin(), request.messages.rend(), "user", &ChatMessage::role);
    uint32_t from = 0;
    for (const ChatMessage* message :
         {question == request.messages.rend() ? nullptr : &*question, &request.messages.back()}) {
        if (message == nullptr) continue;
        const size_t length = tokensFrom(*m_tokenizer, prompt.pieces, message->content);
        if (length == 0 || length > prompt.tokens.size()) continue;
        // What the template wrote in front of the text belongs to the message.
        constexpr uint32_t mostHead = 32;
        from = static_cast<uint32_t>(prompt.tokens.size() - length);
        const auto behind = std::ranges::upper_bound(places.starts, from);
        if (behind != places.starts.begin() && from - *(behind - 1) <= mostHead) from = *(behind - 1);
        if (places.keep + prompt.tokens.size() - from <= roomForPrompt(m_lengths.slide)) break;
    }
    return from;
}

std::vector<ContextCut> LoadedPrompts::cutsOf(const GenerationRequest& request, const Prompt& prompt) const {
    const std::vector<TokenId>& tokens = prompt.tokens;
    std::vector<ContextCut> cuts = cutsThatHold(request.cuts, tokens.size(), prompt.spans);
    const size_t length = m_lengths.slide, dropped = droppedTokens(cuts);
    if (request.overflow == ContextOverflow::Stop || tokens.size() - dropped <= roomForPrompt(length))
        return cuts;
    CutPlaces places = placesOf(request, prompt.view());
    places.whole = wholeFrom(request, prompt, places);
    // What the last reply left is moved, whether it is cached now or not: the same conversation is cut in the
    // same way. What never fitted is not made only to be moved.
    size_t processed = places.starts.size() < 2 ? 0 : places.starts[places.starts.size() - 2];
    if (processed > dropped + length + KvStore::blockPositions) processed = 0;
    const auto cut = nextCut(places, cuts, tokens.size(), std::min(processed, dropped + length), length);
    if (cut) cuts.push_back(*cut);
    return cuts;
}

}  // namespace hearth

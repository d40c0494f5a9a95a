#include "session/loaded_prompts.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "backend/backend.h"
#include "chat/template_content.h"
#include "jinja/jinja_errors.h"
#include "session/session_errors.h"
#include "vision/vision_errors.h"

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
                             std::shared_ptr<GrammarMaker> grammars,
                             std::shared_ptr<const PicturePrompts> pictures)
    : m_tokenizer(std::move(tokenizer)),
      m_template(std::move(chatTemplate)),
      m_builder(*m_tokenizer, *m_template),
      m_lengths(lengths),
      m_grammars(std::move(grammars)),
      m_pictures(std::move(pictures)) {
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
    const auto pictures = picturesOf(request);
    if (!pictures.empty() && m_pictures == nullptr) throw Error(errors::cannotSee);
    std::vector<PicturePrompts::Place> places;
    if (!pictures.empty()) places = m_pictures->places(pictures);
    Prompt prompt{
        .pieces = places.empty() ? render(request, stop) : renderWithPictures(request, places, stop),
        .tokens = {},
        .cuts = {}};
    const auto rendered = Clock::now();
    if (places.empty()) {
        prompt.tokens = m_builder.tokens(request, prompt.pieces);
    } else {
        const PromptPieces pieces = m_builder.withReplyTokens(request, prompt.pieces);
        prompt.tokens = m_tokenizer->encode(pieces);
        prompt.spans = m_pictures->spans(pieces, prompt.tokens, places);
        for (const PicturePrompts::Place& place : places) prompt.pictures.push_back(place.picture);
    }
    prompt.templateMs = Milliseconds(rendered - start).count();
    prompt.tokenizeMs = Milliseconds(Clock::now() - rendered).count();
    prompt.cuts = cutsOf(request, prompt);
    return prompt;
}

PromptPieces LoadedPrompts::renderWithPictures(const GenerationRequest& request,
                                               const std::vector<PicturePrompts::Place>& places,
                                               const std::stop_token& stop) const {
    std::optional<Error> problem;
    try {
        PromptPieces pieces = render(request, stop);
        if (m_pictures->placeholders(pieces) == places.size()) {
            m_pictures->fill(pieces, places);
            return pieces;
        }
    } catch (const Error& error) {
        // A template that knows texts alone fails on lists.
        if (error.code() != ErrorCode::BadInput) throw;
        problem = error;
    }
    const std::string text = PicturePrompts::uniqueText(request);
    GenerationRequest told = request;
    told.messages = withTextForPictures(std::move(told.messages), text);
    PromptPieces pieces = render(told, stop);
    if (m_pictures->fillInstead(pieces, text, places)) return pieces;
    throw problem ? *problem : Error(errors::lostPictures);
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

ShiftPoints LoadedPrompts::placesOf(const GenerationRequest& request, const PromptView& tokens) const {
    const bool hasSystem = !request.messages.empty() && request.messages.front().role == "system";
    return ShiftPoints::of(
        tokens, [this](TokenId token) { return m_tokenizer->isEndOfGeneration(token); }, hasSystem,
        m_lengths.context);
}

size_t LoadedPrompts::tokensOfMessage(const GenerationRequest& request, const Prompt& prompt,
                                      const ChatMessage& message) const {
    if (message.pictures.empty()) return tokensFrom(*m_tokenizer, prompt.pieces, message.content);
    // The text in front of its first picture, or the picture.
    const std::string_view text = std::string_view(message.content).substr(0, message.pictures.front().at);
    const size_t ofText = tokensFrom(*m_tokenizer, prompt.pieces, text);
    if (ofText != 0) return ofText;
    size_t span = 0, picture = 0;
    for (const ChatMessage* other = request.messages.data(); other != &message; ++other)
        for (size_t i = 0; i < other->pictures.size() && picture < prompt.pictures.size(); ++i)
            span += prompt.pictures[picture++].spans;
    return span < prompt.spans.size() ? prompt.tokens.size() - static_cast<size_t>(prompt.spans[span].first)
                                      : 0;
}

uint32_t LoadedPrompts::wholeFrom(const GenerationRequest& request, const Prompt& prompt,
                                  const ShiftPoints& places) const {
    if (request.continueLast || request.messages.empty()) return 0;
    const auto question =
        std::ranges::find(request.messages.rbegin(), request.messages.rend(), "user", &ChatMessage::role);
    uint32_t from = 0;
    for (const ChatMessage* message :
         {question == request.messages.rend() ? nullptr : &*question, &request.messages.back()}) {
        if (message == nullptr) continue;
        const size_t length = tokensOfMessage(request, prompt, *message);
        if (length == 0 || length > prompt.tokens.size()) continue;
        // The template's text before the message belongs to it.
        constexpr uint32_t mostHead = 32;
        from = static_cast<uint32_t>(prompt.tokens.size() - length);
        const auto behind = std::ranges::upper_bound(places.starts, from);
        if (behind != places.starts.begin() && from - *(behind - 1) <= mostHead) from = *(behind - 1);
        if (places.keep + prompt.tokens.size() - from <= roomForPrompt(m_lengths.slide)) break;
    }
    return from;
}

std::vector<ContextShift> LoadedPrompts::cutsOf(const GenerationRequest& request,
                                                const Prompt& prompt) const {
    const std::vector<TokenId>& tokens = prompt.tokens;
    std::vector<ContextShift> cuts = validShifts(request.cuts, tokens.size(), prompt.spans);
    const size_t length = m_lengths.slide, dropped = droppedTokens(cuts);
    if (request.overflow == ContextOverflow::Stop || tokens.size() - dropped <= roomForPrompt(length))
        return cuts;
    ShiftPoints places = placesOf(request, prompt.view());
    places.whole = wholeFrom(request, prompt, places);
    // The tokens left by the last reply are moved, cached or not, so that the same conversation is always cut
    // in the same way. Tokens that never fitted are not computed only to be moved.
    size_t processed = places.starts.size() < 2 ? 0 : places.starts[places.starts.size() - 2];
    if (processed > dropped + length + PagedKvCache::blockPositions) processed = 0;
    const auto cut = nextShift(places, cuts, tokens.size(), std::min(processed, dropped + length), length);
    if (cut) cuts.push_back(*cut);
    return cuts;
}

}  // namespace hearth

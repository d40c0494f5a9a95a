#include "session/loaded_prompts.h"

#include <chrono>
#include <utility>

#include "backend/backend.h"

namespace hearth {

LoadedPrompts::LoadedPrompts(std::shared_ptr<const Tokenizer> tokenizer,
                             std::shared_ptr<const ChatTemplate> chatTemplate, Lengths lengths)
    : m_tokenizer(std::move(tokenizer)),
      m_template(std::move(chatTemplate)),
      m_builder(*m_tokenizer, *m_template),
      m_lengths(lengths) {
}

void LoadedPrompts::make(GenerationRequest& request, std::stop_token stop) const {
    if (!request.prompt) request.prompt = prompt(request, stop);
}

Prompt LoadedPrompts::prompt(const GenerationRequest& request, const std::stop_token& stop) const {
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::duration<double, std::milli>;
    const auto start = Clock::now();
    Prompt prompt{.pieces = m_builder.render(request, stop), .tokens = {}, .cuts = {}};
    const auto rendered = Clock::now();
    prompt.tokens = m_builder.tokens(request, prompt.pieces);
    prompt.templateMs = Milliseconds(rendered - start).count();
    prompt.tokenizeMs = Milliseconds(Clock::now() - rendered).count();
    prompt.cuts = cutsOf(request, prompt.tokens);
    return prompt;
}

CutPlaces LoadedPrompts::placesOf(const GenerationRequest& request, std::span<const TokenId> tokens) const {
    const bool hasSystem = !request.messages.empty() && request.messages.front().role == "system";
    return CutPlaces::of(
        tokens, [this](TokenId token) { return m_tokenizer->isEndOfGeneration(token); }, hasSystem,
        m_lengths.context);
}

std::vector<ContextCut> LoadedPrompts::cutsOf(const GenerationRequest& request,
                                              std::span<const TokenId> tokens) const {
    std::vector<ContextCut> cuts = cutsThatHold(request.cuts, tokens.size());
    const size_t length = m_lengths.slide, dropped = droppedTokens(cuts);
    if (request.overflow == ContextOverflow::Stop || tokens.size() - dropped <= roomForPrompt(length))
        return cuts;
    const CutPlaces places = placesOf(request, tokens);
    // What the last reply left is moved, whether it is cached now or not: the same conversation is cut in the
    // same way. What never fitted is not made only to be moved.
    size_t processed = places.starts.size() < 2 ? 0 : places.starts[places.starts.size() - 2];
    if (processed > dropped + length + KvStore::blockPositions) processed = 0;
    const auto cut = nextCut(places, cuts, tokens.size(), std::min(processed, dropped + length), length);
    if (cut) cuts.push_back(*cut);
    return cuts;
}

}  // namespace hearth

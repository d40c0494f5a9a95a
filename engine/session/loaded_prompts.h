#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "chat/prompt_builder.h"
#include "hearth/engine.h"
#include "session/context_slide.h"

namespace hearth {

/// Makes the prompts of a loaded model: the text, its tokens and where they are cut. Immutable.
class LoadedPrompts final : public PromptMaker {
public:
    /// In tokens.
    struct Lengths {
        size_t context = 0;
        size_t slide = 0;  ///< Scheduler::slideLength()
    };
    LoadedPrompts(std::shared_ptr<const Tokenizer> tokenizer,
                  std::shared_ptr<const ChatTemplate> chatTemplate, Lengths lengths);

    void make(GenerationRequest& request, std::stop_token stop) const override;

    /// The prompt of a request, whether it has one or not. Throws as make() does.
    Prompt prompt(const GenerationRequest& request, const std::stop_token& stop) const;
    /// Where a prompt can be cut.
    CutPlaces placesOf(const GenerationRequest& request, std::span<const TokenId> tokens) const;
    const PromptBuilder& builder() const noexcept { return m_builder; }

private:
    /// The cuts of a request's prompt, with a new one where it slides and does not fit.
    std::vector<ContextCut> cutsOf(const GenerationRequest& request, std::span<const TokenId> tokens) const;

    const std::shared_ptr<const Tokenizer> m_tokenizer;
    const std::shared_ptr<const ChatTemplate> m_template;
    const PromptBuilder m_builder;
    const Lengths m_lengths;
};

}  // namespace hearth

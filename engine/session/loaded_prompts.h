#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "chat/prompt_builder.h"
#include "hearth/context_shift.h"
#include "hearth/generation_request.h"
#include "hearth/prompt_piece.h"
#include "hearth/prompt_service.h"
#include "hearth/tokenizer.h"
#include "session/context_shifts.h"
#include "session/grammar_maker.h"
#include "vision/picture_prompts.h"

namespace hearth {

/// The prompts of a loaded model: the text, its tokens and where they are cut.
class LoadedPrompts final : public PromptService {
public:
    /// In tokens.
    struct Lengths {
        size_t context = 0;
        size_t slide = 0;  ///< Scheduler::slideLength()
    };
    LoadedPrompts(std::shared_ptr<const Tokenizer> tokenizer,
                  std::shared_ptr<const ChatTemplate> chatTemplate, Lengths lengths,
                  std::shared_ptr<GrammarMaker> grammars = nullptr,
                  std::shared_ptr<const PicturePrompts> pictures = nullptr);

    /// Also prepares the grammar of the reply ahead of time, if it is large.
    void make(GenerationRequest& request, std::stop_token stop = {}) const override;
    const Tokenizer& tokenizer() const override { return *m_tokenizer; }
    std::string_view templateSource() const override { return m_template->source(); }

    /// The prompt of a request, given in the request or rendered. Throws as make() does.
    Prompt prompt(const GenerationRequest& request, const std::stop_token& stop) const;
    /// Positions at which a prompt can be cut.
    ShiftPoints placesOf(const GenerationRequest& request, const PromptView& tokens) const;

private:
    PromptPieces render(const GenerationRequest& request, const std::stop_token& stop) const;
    /// The same with pictures in their places, even if the template does not support pictures.
    PromptPieces renderWithPictures(const GenerationRequest& request,
                                    const std::vector<PicturePrompts::Place>& places,
                                    const std::stop_token& stop) const;
    size_t messageTokens(const GenerationRequest& request, const std::stop_token& stop) const;
    /// The context shifts of a request's prompt, with a new one if it may shift and does not fit.
    std::vector<ContextShift> cutsOf(const GenerationRequest& request, const Prompt& prompt) const;
    /// Tokens of a prompt from the beginning of one of the request's messages on; 0: not known.
    size_t tokensOfMessage(const GenerationRequest& request, const Prompt& prompt,
                           const ChatMessage& message) const;
    /// ShiftPoints::whole of a prompt: its last question with all that follows, or the last message alone
    /// where that is too long; 0 where a reply is continued or the template changed the text.
    uint32_t wholeFrom(const GenerationRequest& request, const Prompt& prompt,
                       const ShiftPoints& places) const;

    const std::shared_ptr<const Tokenizer> m_tokenizer;
    const std::shared_ptr<const ChatTemplate> m_template;
    const PromptBuilder m_builder;
    const Lengths m_lengths;
    const std::shared_ptr<GrammarMaker> m_grammars;
    const std::shared_ptr<const PicturePrompts> m_pictures;  ///< nullptr: the model sees none
};

}  // namespace hearth

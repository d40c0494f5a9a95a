#pragma once

#include <memory>
#include <string>

#include "hearth/prompt_service.h"
#include "text/borrowed_tokenizer.h"
#include "worker/current_worker.h"

namespace hearth {

/// Prompts that are made in whatever process serves the model when one is asked for. Here is only a copy of
/// the vocabulary, for turning tokens into text.
class WorkerPrompts final : public PromptService {
public:
    WorkerPrompts(std::shared_ptr<const CurrentWorker> current, const text::VocabularyCopy& vocabulary,
                  std::string templateSource);

    void make(GenerationRequest& request, std::stop_token stop) const override;
    const Tokenizer& tokenizer() const override { return *m_tokenizer; }
    std::string_view templateSource() const override { return m_templateSource; }

private:
    const std::shared_ptr<const CurrentWorker> m_current;
    const std::unique_ptr<const Tokenizer> m_tokenizer;
    const std::string m_templateSource;
};

}  // namespace hearth

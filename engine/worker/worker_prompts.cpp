#include "worker/worker_prompts.h"

#include <utility>
#include <vector>

#include "worker/engine_wire.h"
#include "worker/worker_errors.h"

namespace hearth {

using wire::packed;
using wire::Question;
using wire::Reader;

WorkerPrompts::WorkerPrompts(std::shared_ptr<const CurrentWorker> current,
                             const text::VocabularyCopy& vocabulary, std::string templateSource)
    : m_current(std::move(current)),
      m_tokenizer(text::borrowedTokenizer(vocabulary,
                                          [process = m_current](std::string_view run, bool atStart) {
                                              const std::string answer = process->ask(
                                                  Question::EncodeRun, packed(std::string(run), atStart), {});
                                              return Reader(answer).take<std::vector<TokenId>>();
                                          })),
      m_templateSource(std::move(templateSource)) {
}

void WorkerPrompts::make(GenerationRequest& request, std::stop_token stop) const {
    const auto ask = [&](const SentPictures* sent) {
        wire::Writer out(sent);
        out.put(request);
        const std::string answer = m_current->ask(Question::MakePrompt, out.bytes(), stop);
        Reader in(answer);
        in.get(request.prompt);
    };
    if (const auto link = m_current->get())
        sendPicturesOnce(request, link->pictures(), ask);
    else
        ask(nullptr);
    if (!request.prompt) throw Error(errors::workerNonsense);
}

}  // namespace hearth

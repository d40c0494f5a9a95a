#include "worker/header_answers.h"

#include "hearth/embedder.h"
#include "model/model_config.h"

namespace hearth {

using wire::HeaderQuestion;

void answerAboutHeader(HeaderQuestion question, const EngineOptions& options, wire::Writer& out) {
    switch (question) {
        case HeaderQuestion::Header:
            out.put(readModelHeader(options.model));
            break;
        case HeaderQuestion::Plan:
            out.put(wire::PlannedModel{
                .plan = Engine::plan(options),
                .kvCost = wire::costPartsOf(ModelConfig::fromGguf(GgufFile::open(options.model)))});
            break;
        case HeaderQuestion::Draft:
            out.put(checkDraft(options));
            break;
        case HeaderQuestion::Work:
            out.put(tokenWork(GgufFile::open(options.model)));
            break;
        case HeaderQuestion::Embeds:
            out.put(isEmbeddingModel(options.model));
            break;
        case HeaderQuestion::Reranks:
            out.put(isReranker(options.model));
            break;
    }
}

}  // namespace hearth

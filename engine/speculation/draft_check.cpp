#include "speculation/draft_check.h"

#include <algorithm>

#include "backend/registry/built_in_backends.h"
#include "hearth/gguf.h"
#include "model/model_config.h"
#include "placement/backend_choice.h"
#include "placement/memory_plan.h"
#include "speculation/draft_errors.h"
#include "speculation/draft_model.h"

namespace hearth {

namespace {

/// Sizes of one family's vocabularies differ by padding.
constexpr size_t mostPadding = 128;

std::optional<Error> vocabularyProblem(const GgufFile& model, const GgufFile& draft) {
    const Error otherKind(errors::draftOfOtherKind);
    const GgufValue::Strings* tokens = model.getStrings("tokenizer.ggml.tokens");
    const GgufValue::Strings* others = draft.getStrings("tokenizer.ggml.tokens");
    if (tokens == nullptr || others == nullptr) return otherKind;
    if (model.getString("tokenizer.ggml.model") != draft.getString("tokenizer.ggml.model")) return otherKind;
    const size_t fewer = std::min(tokens->size(), others->size());
    const size_t more = std::max(tokens->size(), others->size());
    if (more - fewer > mostPadding) return Error(errors::draftOfOtherSize, {others->size(), tokens->size()});
    const auto differs = std::mismatch(tokens->begin(), tokens->end(), others->begin(), others->end());
    if (const auto shared = static_cast<size_t>(differs.first - tokens->begin()); shared < fewer)
        return Error(errors::draftOfOtherTokens, {shared});
    for (const char* end : {"tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"}) {
        const auto own = model.getUint(end), other = draft.getUint(end);
        if (own && other && *own != *other) return otherKind;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> draftProblem(const GgufFile& model, const GgufFile& draft) {
    if (ModelConfig::fromGguf(draft).recurrent()) return Error(errors::recurrentDraft);
    return vocabularyProblem(model, draft);
}

EngineOptions draftOptions(const EngineOptions& options, const ModelConfig& model, const ModelConfig& draft) {
    EngineOptions own = options;
    own.model = options.draftModel;
    own.draftModel.clear();
    own.contextLength = static_cast<int>(
        std::min(planCache(options, model, 0).contextLength, std::max(1U, draft.trainedContext)));
    own.cacheBytes = 1;  // one conversation
    // Guesses are cut off again and again, which keys that are rounded by the block do not allow.
    if (own.kvType.keepsResidualBlocks()) own.kvType.key = KvType::F16;
    own.prefixFolder.clear();
    if (own.gpuLayers > 0) own.gpuLayers = -1;
    if (own.devices.size() > 1) own.devices.erase(own.devices.begin() + 1, own.devices.end());
    return own;
}

DraftCheck checkDraft(const BackendRegistry& backends, const EngineOptions& options) {
    const GgufFile model = GgufFile::open(options.model), draft = GgufFile::open(options.draftModel);
    DraftCheck check;
    if (const auto problem = draftProblem(model, draft)) {
        check.problem = problem->message();
        return check;
    }
    const ModelConfig config = ModelConfig::fromGguf(draft);
    const EngineOptions own = draftOptions(options, ModelConfig::fromGguf(model), config);
    const CachePlan cache = planCache(own, config, 0);
    const BackendChoice choice = chooseBackend(backends, own, &draft);
    const Model::Sizes sizes = Model::sizes(draft, *choice.backend, cache.contextLength, DraftModel::limits);
    check.bytes = sizes.weightsBytes + sizes.scratchBytes +
                  DraftModel::cacheBytes(config, cache.kvType, cache.contextLength);
    return check;
}

DraftCheck checkDraft(const EngineOptions& options) {
    return checkDraft(builtInBackends(), options);
}

}  // namespace hearth

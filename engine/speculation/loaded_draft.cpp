#include "speculation/loaded_draft.h"

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "placement/backend_choice.h"
#include "placement/memory_plan.h"
#include "speculation/draft_check.h"

namespace hearth {

LoadedDraft::LoadedDraft(const BackendRegistry& backends, const EngineOptions& options, const GgufFile& file,
                         const std::function<void(double)>& progress, const std::stop_token& stop) {
    const GgufFile own = GgufFile::open(options.draftModel);
    if (const auto problem = draftProblem(file, own)) throw *problem;
    const ModelConfig target = ModelConfig::fromGguf(file), config = ModelConfig::fromGguf(own);
    const EngineOptions placed = draftOptions(options, target, config);
    const CachePlan cache = planCache(placed, config, 0);
    BackendChoice choice = chooseBackend(backends, placed, &own);
    m_backend = std::move(choice.backend);
    m_model = Model::load(
        own, *m_backend, cache.contextLength, DraftModel::limits,
        [&](uint64_t done, uint64_t total) {
            progress(total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total));
        },
        stop);
    m_draft = std::make_unique<DraftModel>(*m_model, cache.kvType, cache.contextLength, target.vocabSize);
    // The memory is allocated now, so that it does not count as free for others that ask the GPU.
    if (choice.onDevice) m_draft->commitAll();
    m_name = own.getString("general.name").value_or(own.path().stem().string());
}

uint64_t LoadedDraft::bytes() const noexcept {
    return m_model->weightsBytes() + m_model->scratchBytes() + m_draft->kv().sizeBytes;
}

}  // namespace hearth

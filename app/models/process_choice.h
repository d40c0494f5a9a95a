#pragma once

#include <atomic>
#include <memory>

#include "inference/model_provider.h"

namespace hearth::app {

/// The setting that local models are loaded into a process of their own. It takes effect with the next load.
/// Any thread.
class ProcessChoice {
public:
    explicit ProcessChoice(bool own = false) : m_own(own) {}

    void set(bool own) { m_own = own; }
    bool isOwn() const { return m_own; }

private:
    std::atomic<bool> m_own;
};

/// Models in this process or each in one of its own, as the choice says at each call.
class ChosenModels : public ModelProvider {
public:
    /// `here` and `choice` outlive it.
    ChosenModels(const ModelProvider& here, std::unique_ptr<ModelProvider> apart, const ProcessChoice& choice)
        : m_here(here), m_apart(std::move(apart)), m_choice(choice) {}

    std::unique_ptr<Engine> load(const EngineOptions& options,
                                 const std::function<void(const LoadStatus&)>& progress,
                                 std::stop_token stop) const override;
    std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions& options,
                                           const std::stop_token& stop) const override;
    MemoryPlan plan(const EngineOptions& options) const override;
    DraftCheck checkDraft(const EngineOptions& options) const override;
    ModelHeader header(const QString& path) const override;
    TokenWork work(const QString& path) const override;
    bool makesEmbeddings(const QString& path) const override;
    bool reranks(const QString& path) const override;

private:
    const ModelProvider& chosen() const { return m_choice.isOwn() ? *m_apart : m_here; }

    const ModelProvider& m_here;
    const std::unique_ptr<ModelProvider> m_apart;
    const ProcessChoice& m_choice;
};

}  // namespace hearth::app

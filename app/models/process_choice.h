#pragma once

#include <atomic>
#include <memory>

#include "hearth/model_loader.h"
#include "inference/model_provider.h"

namespace hearth::app {

/// The setting that models of this computer run in a sandbox or not at all. It counts from the next load on.
/// Any thread.
class ProcessChoice {
public:
    explicit ProcessChoice(bool sandbox = false) : m_sandbox(sandbox) {}

    void set(bool sandbox) { m_sandbox = sandbox; }
    bool isSandbox() const { return m_sandbox; }
    ModelPlace place() const { return m_sandbox ? ModelPlace::Sandbox : ModelPlace::Automatic; }

private:
    std::atomic<bool> m_sandbox;
};

/// Models where ModelPlace::Automatic puts them or each in a sandbox, as the choice says at each
/// call.
class ChosenModels : public ModelProvider {
public:
    /// `choice` outlives it.
    ChosenModels(std::unique_ptr<ModelProvider> automatic, std::unique_ptr<ModelProvider> sandboxed,
                 const ProcessChoice& choice)
        : m_automatic(std::move(automatic)), m_sandboxed(std::move(sandboxed)), m_choice(choice) {}

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
    const ModelProvider& chosen() const { return m_choice.isSandbox() ? *m_sandboxed : *m_automatic; }

    const std::unique_ptr<ModelProvider> m_automatic, m_sandboxed;
    const ProcessChoice& m_choice;
};

}  // namespace hearth::app

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/model_host.h"
#include "hearth/routing.h"
#include "inference/model_load.h"

namespace hearth::app {

/// A model that the window has open: one, or two of which rules choose (EngineOptions::large). It stays open
/// while the host unloads it in favour of others; the next reply then loads it again. Its parts do not
/// change. The heard() functions are for the GUI thread.
class ModelInUse {
public:
    /// Parts of `options`, the small one first, each with the options to load it alone.
    static std::vector<EngineOptions> partsOf(const EngineOptions& options);

    /// Adds the parts to the host by names that begin with the number, and loads them one at a time. The host
    /// outlives it.
    ModelInUse(ModelHost& host, quint64 id, std::vector<std::shared_ptr<ModelLoad>> loads,
               const EngineOptions& options);
    ModelInUse(const ModelInUse&) = delete;
    ModelInUse& operator=(const ModelInUse&) = delete;

    /// Of the load.
    quint64 id() const noexcept { return m_id; }
    bool isPair() const noexcept { return m_loads.size() > 1; }
    const std::optional<RoutingRule>& rule() const noexcept { return m_rule; }
    /// The small one first. A part is in use, and stays loaded, while a pointer to it is held.
    std::vector<std::shared_ptr<HostedModel>> models() const;
    const std::vector<std::shared_ptr<ModelLoad>>& loads() const noexcept { return m_loads; }
    /// The model of a target; the only model if there is one.
    std::shared_ptr<HostedModel> model(RouteTarget target) const;
    /// Makes the replies of both models; of a single model, holds it.
    std::shared_ptr<Generator> replies() const;
    /// Decides which part is asked first, and takes the hints of the rules out of the request.
    RouteOutcome route(GenerationRequest& request) const;

    /// Ends loading.
    void cancel();
    /// Ends running work and unloads the parts.
    void close();
    /// Keeps the parts loaded, so that the host does not unload them for other models.
    void keepLoaded(bool keeps);

    /// Progress of the whole.
    LoadProgress heard(size_t part, LoadProgress progress) const;
    /// The model as a whole once a part is loaded; nullopt: another part is still missing.
    std::optional<LoadedModel> heard(size_t part, LoadedModel loaded);
    /// True while a part was never loaded.
    bool isFirstLoad() const;
    /// The device of a part is lost, which that part has left: the other one leaves it as well.
    void leaveDevice(size_t part, const Error& fault);

private:
    std::string nameOf(size_t part) const;

    ModelHost& m_host;
    const quint64 m_id;
    const std::vector<std::shared_ptr<ModelLoad>> m_loads;
    const std::optional<RoutingRule> m_rule;
    std::vector<double> m_shares;  ///< of loading
    std::vector<std::optional<LoadedModel>> m_loaded;
    std::shared_ptr<Generator> m_pair;  ///< nullptr: there is one model alone
};

}  // namespace hearth::app

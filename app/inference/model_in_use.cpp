#include "inference/model_in_use.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "hearth/route_generator.h"
#include "inference/pair_info.h"

namespace hearth::app {

namespace {

/// Folders and models of other computers count as much as the other one.
double sizeOf(const EngineOptions& options) {
    std::error_code failed;
    const auto bytes = std::filesystem::file_size(options.model, failed);
    return failed ? 0 : static_cast<double>(bytes);
}

/// Of the time that it takes to load each of some parts.
std::vector<double> sharesOf(const std::vector<EngineOptions>& parts) {
    if (parts.size() == 1) return {1};
    const double small = sizeOf(parts[0]), large = sizeOf(parts[1]);
    const double share = small > 0 && large > 0 ? small / (small + large) : 0.5;
    return {share, 1 - share};
}

std::shared_ptr<Generator> generatorOf(const std::shared_ptr<HostedModel>& model) {
    return model ? std::shared_ptr<Generator>(model, &model->requests) : nullptr;
}

RouteGenerator::Model partOf(ModelHost& host, const std::string& name) {
    return {.name = name, .find = [&host, name] { return generatorOf(host.find(name)); }};
}

}  // namespace

std::vector<EngineOptions> ModelInUse::partsOf(const EngineOptions& options) {
    std::vector<EngineOptions> parts{options};
    if (options.large) parts.push_back(options.large->options);
    for (EngineOptions& part : parts) part.large = nullptr;
    return parts;
}

ModelInUse::ModelInUse(ModelHost& host, quint64 id, std::vector<std::shared_ptr<ModelLoad>> loads,
                       const EngineOptions& options)
    : m_host(host),
      m_id(id),
      m_loads(std::move(loads)),
      m_rule(options.large ? std::optional(options.large->rule) : std::nullopt),
      m_shares(sharesOf(partsOf(options))),
      m_loaded(m_loads.size()) {
    for (size_t part = 0; part < m_loads.size(); ++part) {
        m_host.add(nameOf(part), m_loads[part]->source());
        // Has it loaded.
        m_host.find(nameOf(part))->port.post([](Engine*, const Error*) {});
    }
    if (isPair())
        m_pair =
            std::make_shared<RouteGenerator>(*m_rule, partOf(m_host, nameOf(0)), partOf(m_host, nameOf(1)));
}

std::vector<std::shared_ptr<HostedModel>> ModelInUse::models() const {
    std::vector<std::shared_ptr<HostedModel>> models;
    for (size_t part = 0; part < m_loads.size(); ++part)
        if (auto model = m_host.find(nameOf(part))) models.push_back(std::move(model));
    return models;
}

std::shared_ptr<HostedModel> ModelInUse::model(RouteTarget target) const {
    return m_host.find(nameOf(isPair() ? static_cast<size_t>(target) : 0));
}

std::shared_ptr<Generator> ModelInUse::replies() const {
    return m_pair ? m_pair : generatorOf(m_host.find(nameOf(0)));
}

std::string ModelInUse::nameOf(size_t part) const {
    return std::to_string(m_id) + (part == 0 ? "" : " large");
}

RouteOutcome ModelInUse::route(GenerationRequest& request) const {
    if (!m_rule) return {};
    const RouteOutcome outcome = decideRoute(*m_rule, request);
    removeRouteHints(*m_rule, request);
    return outcome;
}

void ModelInUse::cancel() {
    for (const auto& load : m_loads) load->cancel();
}

void ModelInUse::close() {
    for (size_t part = 0; part < m_loads.size(); ++part) m_host.close(nameOf(part));
}

void ModelInUse::keepLoaded(bool keeps) {
    for (size_t part = 0; part < m_loads.size(); ++part) m_host.keepLoaded(nameOf(part), keeps);
}

bool ModelInUse::isFirstLoad() const {
    return std::ranges::any_of(m_loaded, [](const auto& one) { return !one; });
}

LoadProgress ModelInUse::heard(size_t part, LoadProgress progress) const {
    double from = 0;
    for (size_t before = 0; before < part; ++before) from += m_shares[before];
    progress.fraction = from + m_shares[part] * progress.fraction;
    return progress;
}

std::optional<LoadedModel> ModelInUse::heard(size_t part, LoadedModel loaded) {
    m_loaded[part] = std::move(loaded);
    if (isFirstLoad()) return std::nullopt;
    LoadedModel whole = *m_loaded[0];
    if (isPair()) whole.info = pairInfo(m_loaded[0]->info, m_loaded[1]->info);
    return whole;
}

void ModelInUse::leaveDevice(size_t part, const Error& fault) {
    // A card that is full is not lost.
    if (!isPair() || fault.code() != ErrorCode::Device) return;
    const size_t other = 1 - part;
    const bool knows =
        m_loaded[other] && m_loaded[other]->fault && m_loaded[other]->fault->message() == fault.message();
    if (knows) return;
    const auto model = m_host.find(nameOf(other));
    if (!model) return;
    model->port.postIfLoaded([model, fault](Engine* engine, const Error*) {
        if (engine != nullptr) model->port.replyFailed(fault, false);
    });
}

}  // namespace hearth::app

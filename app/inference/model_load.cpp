#include "inference/model_load.h"

#include <QCoreApplication>
#include <exception>
#include <utility>

#include "hearth/cache_admin.h"
#include "hearth/device_fault.h"
#include "inference/guarded.h"
#include "inference/message_translation.h"
#include "inference/template_switches.h"

namespace hearth::app {

namespace {

struct LoadText {
    Q_DECLARE_TR_FUNCTIONS(Inference)
};

}  // namespace

ModelLoad::ModelLoad(EngineOptions options, EngineFactory factory, Hooks hooks)
    : m_options(std::move(options)), m_factory(std::move(factory)), m_hooks(std::move(hooks)) {
}

ModelSource ModelLoad::source() {
    const auto self = shared_from_this();
    return {.load = [self](const std::stop_token& stop) { return self->load(stop); },
            .loadElsewhere = [self](const DeviceFault& fault,
                                    const std::stop_token&) { return self->loadElsewhere(fault); },
            .keep = [self](Engine& engine) { self->keepCache(engine); },
            .loaded = [self] { self->noteLoaded(); },
            .failed = [self](const Error& reason) { self->noteFailure(reason); },
            .unloaded = [self] { self->noteUnloaded(); },
            .memory = m_hooks.memory ? [self] { return self->m_hooks.memory(self->m_options); }
                                     : std::function<ModelSource::Memory()>()};
}

void ModelLoad::noteLoaded() {
    LoadedModel loaded;
    {
        const std::scoped_lock lock(m_mutex);
        loaded = m_loaded;
        m_wasLoaded = true;
    }
    m_hooks.tell(std::move(loaded));
}

void ModelLoad::noteFailure(const Error& reason) {
    // A second request may arrive before the window receives this.
    if (m_failure) return;
    m_failure = reason;
    m_hooks.tell(m_problem.value_or(problemOf(reason)));
}

void ModelLoad::noteUnloaded() {
    {
        const std::scoped_lock lock(m_mutex);
        m_stop = std::stop_source();
        m_wasLoaded = false;
    }
    m_hooks.tell(RestingModel());
}

void ModelLoad::cancel() {
    std::stop_source stop;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_wasLoaded) return;
        stop = m_stop;
    }
    stop.request_stop();
}

std::unique_ptr<Engine> ModelLoad::load(const std::stop_token& stop) {
    // The window is notified that it has none.
    if (m_failure) throw Error(*m_failure);
    std::unique_ptr<Engine> engine;
    std::exception_ptr thrown;
    auto problem = guarded([&] {
        try {
            std::stop_source first;
            {
                const std::scoped_lock lock(m_mutex);
                first = m_stop;
            }
            const std::stop_callback ends(stop, [&first] { first.request_stop(); });
            const std::stop_token ended = m_wasLoaded ? stop : first.get_token();
            if (ended.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading was cancelled.");
            const auto progress = [this](const LoadStatus& made) {
                m_hooks.tell(LoadProgress{translated(made.step), made.fraction});
            };
            engine = m_factory(m_options, progress, ended);
        } catch (...) {
            thrown = std::current_exception();
            throw;
        }
    });
    if (problem) {
        if (problem->code == ErrorCode::Cancelled)
            problem = {ErrorCode::Cancelled, LoadText::tr("Loading was cancelled.")};
        if (!m_wasLoaded) m_problem = std::move(problem);
        std::rethrow_exception(thrown);
    }
    LoadedModel made{templateSwitches(*engine), engine->info()};
    std::unique_lock lock(m_mutex);
    if (!m_wasLoaded) {
        m_loaded = std::move(made);
        return engine;
    }
    lock.unlock();
    m_hooks.tell(std::move(made));
    return engine;
}

std::unique_ptr<Engine> ModelLoad::loadElsewhere(const DeviceFault& fault) {
    std::unique_ptr<Engine> engine = hearth::loadElsewhere(
        m_options, fault, [this](const EngineOptions& options) { return m_factory(options, {}, {}); });
    EngineInfo info = engine->info();
    if (m_options.backend == "cpu") info.backendReason.clear();
    info.backendReason.insert(info.backendReason.begin(), fault.cause);
    m_hooks.tell(LoadedModel{templateSwitches(*engine), std::move(info), Error(fault.code, fault.cause)});
    return engine;
}

void ModelLoad::keepCache(Engine& engine) {
    if (!m_hooks.isCacheKept() || !m_used.exchange(false)) return;
    const std::stop_token drop = m_hooks.dropCache();
    if (drop.stop_requested()) return;
    m_hooks.tell(CacheProgress{0});
    // Cache contents that cannot be saved are computed again.
    const auto problem = guarded([&] {
        if (CacheAdmin* const cache = engine.cache())
            cache->flush([this](double fraction) { m_hooks.tell(CacheProgress{fraction}); }, drop);
    });
    if (problem && problem->code == ErrorCode::Io) m_hooks.tellCacheProblem(problem->message);
}

}  // namespace hearth::app

#include "cli/other_place.h"

#include <cstdio>
#include <string>

#include "hearth/readable_text.h"

namespace hearth::cli {

std::unique_ptr<Engine> resumeElsewhere(EngineOptions& options, const DeviceFault& fault,
                                        const std::stop_token& stop, ModelPlace place) {
    std::fprintf(stderr, "%s\n", fault.cause.text().c_str());
    auto engine = loadElsewhere(options, fault,
                                [&](const EngineOptions& there) { return loadEngine(there, stop, place); });
    const EngineInfo info = engine->info();
    std::fprintf(stderr, "%s now runs on %s (%s).\n", readableText(info.modelName).c_str(),
                 info.backend.c_str(), info.device.text().c_str());
    return engine;
}

EngineOptions ServedPlace::optionsFor(const std::filesystem::path& model) const {
    const std::scoped_lock lock(m_mutex);
    EngineOptions options = m_options;
    options.model = model;
    return options;
}

std::unique_ptr<Engine> ServedPlace::resume(const std::filesystem::path& model, const DeviceFault& fault,
                                            const std::stop_token& stop) {
    EngineOptions options = optionsFor(model);
    auto engine = resumeElsewhere(options, fault, stop);
    if (fault.code == ErrorCode::Device) {
        const std::scoped_lock lock(m_mutex);
        m_options = options;
    }
    return engine;
}

}  // namespace hearth::cli

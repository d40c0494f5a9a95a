#include "models/routed_load.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "hearth/routed_engine.h"

namespace hearth::app {

namespace {

using Progress = std::function<void(const Engine::LoadProgress&)>;

/// Of a part of what is loaded, as progress of the whole.
Progress scaled(const Progress& progress, double from, double share) {
    if (!progress) return {};
    return [progress, from, share](const Engine::LoadProgress& part) {
        Engine::LoadProgress whole = part;
        whole.fraction = from + share * part.fraction;
        progress(whole);
    };
}

/// Folders and models of other computers count as much as the other one.
double sizeOf(const EngineOptions& options) {
    std::error_code failed;
    const auto bytes = std::filesystem::file_size(options.model, failed);
    return failed ? 0 : static_cast<double>(bytes);
}

double shareOf(const EngineOptions& small, const EngineOptions& large) {
    const double smallBytes = sizeOf(small), largeBytes = sizeOf(large);
    return smallBytes > 0 && largeBytes > 0 ? smallBytes / (smallBytes + largeBytes) : 0.5;
}

}  // namespace

EngineFactory routedFactory(EngineFactory one) {
    return [one = std::move(one)](const EngineOptions& wanted, const Progress& progress,
                                  std::stop_token stop) -> std::unique_ptr<Engine> {
        if (!wanted.large) return one(wanted, progress, std::move(stop));
        EngineOptions small = wanted, large = wanted.large->options;
        small.large = large.large = nullptr;
        // Where the cache is kept is the same for all models.
        large.prefixFolder = wanted.prefixFolder;
        large.prefixBytes = wanted.prefixBytes;
        large.prefixBytesADay = wanted.prefixBytesADay;
        large.prefixKey = wanted.prefixKey;
        const double share = shareOf(small, large);
        auto first = one(small, scaled(progress, 0, share), stop);
        auto second = one(large, scaled(progress, share, 1 - share), std::move(stop));
        return routedEngine(std::move(first), std::move(second), wanted.large->rule);
    };
}

}  // namespace hearth::app

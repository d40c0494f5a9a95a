#include "server/model_folder.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "format/gguf/split_name.h"
#include "hearth/vision_file.h"

namespace hearth::server {

namespace {

/// Name of the model in requests; nullopt: not a model.
std::optional<std::string> modelNameOf(const std::filesystem::directory_entry& entry) {
    std::error_code problem;
    const std::filesystem::path& path = entry.path();
    if (path.filename().string().starts_with('.')) return std::nullopt;
    if (entry.is_directory(problem)) {
        if (!std::filesystem::is_regular_file(path / "config.json", problem)) return std::nullopt;
        return path.filename().string();
    }
    // Vision encoders are parts of other models.
    if (path.extension() != ".gguf" || !entry.is_regular_file(problem) || isVisionFileName(path.string()))
        return std::nullopt;
    const auto split = format::parseSplitName(path.filename().string());
    if (!split) return path.stem().string();
    if (split->number != 1) return std::nullopt;
    return split->prefix;
}

}  // namespace

FoundModel modelNamed(const std::filesystem::path& path) {
    const std::filesystem::path clean = path.has_filename() ? path : path.parent_path();
    std::error_code problem;
    const auto name = modelNameOf(std::filesystem::directory_entry(clean, problem));
    return {name.value_or(clean.stem().string()), path};
}

std::vector<FoundModel> modelsIn(const std::filesystem::path& folder) {
    std::vector<FoundModel> models;
    std::error_code problem;
    for (std::filesystem::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem))
        if (auto name = modelNameOf(*entry)) models.push_back({std::move(*name), entry->path()});
    std::sort(models.begin(), models.end(), [](const FoundModel& a, const FoundModel& b) {
        return a.name != b.name ? a.name < b.name : a.path < b.path;
    });
    const auto sameName = [](const FoundModel& a, const FoundModel& b) { return a.name == b.name; };
    models.erase(std::unique(models.begin(), models.end(), sameName), models.end());
    return models;
}

}  // namespace hearth::server

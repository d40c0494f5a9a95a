#include "worker/sandbox_rules.h"

#include <system_error>

#include "format/gguf/split_name.h"
#include "format/huggingface/folder_model.h"

namespace hearth {

namespace {

namespace fs = std::filesystem;

void addFolder(const fs::path& folder, platform::SandboxRules& rules) {
    rules.readable.push_back(folder);
    // The hub's cache has links to files elsewhere. A rule for a link is one for what it leads to.
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
        if (std::error_code ignored; entry->is_symlink(ignored) && entry->is_regular_file(ignored))
            rules.readable.push_back(entry->path());
}

void addModel(const fs::path& model, platform::SandboxRules& rules) {
    if (model.empty()) return;
    std::error_code ignored;
    if (fs::is_directory(model, ignored)) return addFolder(model, rules);
    if (const auto folder = format::modelFolderOf(model)) return addFolder(*folder, rules);
    rules.readable.push_back(model);
    const auto name = format::parseSplitName(model.filename().string());
    // A name may claim any count; more parts than this no model has.
    constexpr uint32_t mostParts = 1000;
    for (uint32_t part = 1; name && part <= name->count && part <= mostParts; ++part)
        rules.readable.push_back(model.parent_path() / format::splitFileName(*name, part));
}

}  // namespace

platform::SandboxRules rulesFor(const EngineOptions& options, const fs::path& cacheFolder) {
    platform::SandboxRules rules{
        .readable = {"/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/sys/devices/system", "/sys/fs/cgroup",
                     "/etc/localtime", "/usr/share/zoneinfo"},
        .writable = {}};
    addModel(options.model, rules);
    addModel(options.draftModel, rules);
    addModel(options.visionFile, rules);
    if (!cacheFolder.empty()) rules.writable.push_back(cacheFolder);
    return rules;
}

}  // namespace hearth

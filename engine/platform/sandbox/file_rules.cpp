#include "platform/sandbox/file_rules.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "hearth/platform/file.h"

namespace hearth::platform::sandbox {

namespace {

// linux/landlock.h as of Linux 6.12: distributions have older ones, and the kernel says which it knows.
struct RulesetAttributes {
    uint64_t files = 0, network = 0, scoped = 0;
};
struct __attribute__((packed)) PathRule {
    uint64_t allowed = 0;
    int32_t folder = -1;
};
constexpr long createRuleset = 444, addRule = 445, restrictSelf = 446;
constexpr uint32_t askVersion = 1;
constexpr int pathBeneath = 1;

constexpr uint64_t execute = 1U << 0U, writeFile = 1U << 1U, readFile = 1U << 2U, readFolder = 1U << 3U,
                   removeFolder = 1U << 4U, removeFile = 1U << 5U, makeFolder = 1U << 7U,
                   makeRegular = 1U << 8U, refer = 1U << 13U, truncate = 1U << 14U, deviceControl = 1U << 15U;
constexpr uint64_t bindTcp = 1U << 0U, connectTcp = 1U << 1U;
constexpr uint64_t abstractSockets = 1U << 0U, signals = 1U << 1U;

/// Rules that a version of the kernel's interface supports; all of them apply to the process.
RulesetAttributes knownTo(long version) {
    RulesetAttributes all{.files = (1U << 13U) - 1};
    if (version >= 2) all.files |= refer;
    if (version >= 3) all.files |= truncate;
    if (version >= 4) all.network = bindTcp | connectTcp;
    if (version >= 5) all.files |= deviceControl;
    if (version >= 6) all.scoped = abstractSockets | signals;
    return all;
}

/// False: the kernel refused it. What is not there needs no rule.
bool allow(const File& ruleset, const std::filesystem::path& path, uint64_t allowed) {
    const File place(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!place.isOpen()) return true;
    const auto facts = place.facts();
    if (!facts) return false;
    if (facts->kind != FileKind::Folder) allowed &= execute | writeFile | readFile | truncate;
    const PathRule rule{.allowed = allowed, .folder = place.descriptor()};
    return syscall(addRule, ruleset.descriptor(), pathBeneath, &rule, 0) == 0;
}

}  // namespace

bool shutFiles(const SandboxRules& rules, long newest) {
    const long version = std::min(newest, syscall(createRuleset, nullptr, 0, askVersion));
    if (version < 1) return false;
    const RulesetAttributes all = knownTo(version);
    // Older kernels take the structure as they know it.
    const size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
    const File ruleset(static_cast<int>(syscall(createRuleset, &all, size, 0)));
    if (!ruleset.isOpen()) return false;
    constexpr uint64_t reading = readFile | readFolder;
    constexpr uint64_t writing =
        reading | writeFile | truncate | makeRegular | makeFolder | removeFile | removeFolder | refer;
    for (const auto& path : rules.readable)
        if (!allow(ruleset, path, reading & all.files)) return false;
    for (const auto& path : rules.writable)
        if (!allow(ruleset, path, writing & all.files)) return false;
    for (const auto& path : rules.programs)
        if (!allow(ruleset, path, readFile | execute)) return false;
    return syscall(restrictSelf, ruleset.descriptor(), 0) == 0;
}

}  // namespace hearth::platform::sandbox

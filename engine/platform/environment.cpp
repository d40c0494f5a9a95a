#include "hearth/platform/environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace hearth::platform {

namespace {

// Names end with "=", beginnings of names do not.
constexpr std::array<std::string_view, 7> plain{
    "LANG=", "LC_", "TZ=", "LD_LIBRARY_PATH=", "ASAN_OPTIONS=", "UBSAN_OPTIONS=", "TSAN_OPTIONS="};
constexpr std::array<std::string_view, 10> reading{"PATH=",
                                                   "HOME=",
                                                   "TMPDIR=",
                                                   "XDG_DATA_HOME=",
                                                   "XDG_DATA_DIRS=",
                                                   "XDG_CONFIG_HOME=",
                                                   "XDG_CONFIG_DIRS=",
                                                   "XDG_CACHE_HOME=",
                                                   "FONTCONFIG_",
                                                   "TESSDATA_PREFIX="};
// Proxies of the desktop are in its settings, which its name and the home folder lead to.
constexpr std::array<std::string_view, 15> network{"http_proxy=",
                                                   "https_proxy=",
                                                   "all_proxy=",
                                                   "no_proxy=",
                                                   "HTTP_PROXY=",
                                                   "HTTPS_PROXY=",
                                                   "ALL_PROXY=",
                                                   "NO_PROXY=",
                                                   "SSL_CERT_FILE=",
                                                   "SSL_CERT_DIR=",
                                                   "HOME=",
                                                   "XDG_CONFIG_HOME=",
                                                   "XDG_CURRENT_DESKTOP=",
                                                   "DESKTOP_SESSION=",
                                                   "KDE_SESSION_VERSION="};

bool isAmong(std::string_view variable, std::span<const std::string_view> names) {
    return std::ranges::any_of(names, [&](std::string_view name) { return variable.starts_with(name); });
}

}  // namespace

bool isForChild(std::string_view variable, ChildVariables which) {
    return isAmong(variable, plain) || (which == ChildVariables::Reading && isAmong(variable, reading)) ||
           (which == ChildVariables::Network && isAmong(variable, network));
}

std::vector<std::string> childEnvironment(ChildVariables which,
                                          std::span<const std::pair<std::string, std::string>> own) {
    std::vector<std::string> all;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        const bool isReplaced =
            std::ranges::any_of(own, [&](const auto& one) { return text.starts_with(one.first + '='); });
        if (!isReplaced && isForChild(text, which)) all.emplace_back(text);
    }
    for (const auto& [name, value] : own) all.push_back(name + '=' + value);
    return all;
}

}  // namespace hearth::platform

#include "cli/route_option.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "cli/arguments.h"
#include "hearth/error.h"
#include "server/server_errors.h"

namespace hearth::cli {

namespace {

RoutingRule ruleIn(const std::string& path) {
    constexpr std::streamsize mostBytes = 1 << 20;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(errors::rulesUnreadable, {path, std::strerror(errno)});
    // A folder opens and cannot be read.
    std::string text(static_cast<size_t>(mostBytes), '\0');
    file.read(text.data(), mostBytes);
    if (file.bad()) throw Error(errors::rulesUnreadable, {path, std::strerror(errno)});
    text.resize(static_cast<size_t>(file.gcount()));
    return RoutingRule::fromJson(text);
}

}  // namespace

server::Routing routingOf(std::string_view option) {
    const std::string usage = "--route is small=NAME,large=NAME, with ,rules=FILE behind it if need be";
    server::Routing routing;
    std::string rules;
    while (!option.empty()) {
        const size_t end = std::min(option.find(','), option.size());
        const std::string_view part = option.substr(0, end);
        option.remove_prefix(std::min(end + 1, option.size()));
        const size_t sign = part.find('=');
        if (sign == std::string_view::npos || sign + 1 == part.size()) throw UsageError(usage);
        const std::string_view name = part.substr(0, sign);
        std::string* const target = name == "small"   ? &routing.small
                                    : name == "large" ? &routing.large
                                    : name == "rules" ? &rules
                                                      : nullptr;
        if (target == nullptr || !target->empty()) throw UsageError(usage);
        *target = part.substr(sign + 1);
    }
    if (routing.small.empty() || routing.large.empty()) throw UsageError(usage);
    if (!rules.empty()) routing.rule = ruleIn(rules);
    return routing;
}

}  // namespace hearth::cli

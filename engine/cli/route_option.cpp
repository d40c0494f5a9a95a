#include "cli/route_option.h"

#include <algorithm>
#include <string>

#include "cli/arguments.h"
#include "cli/common_options.h"

namespace hearth::cli {

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
    if (!rules.empty()) routing.rule = RoutingRule::fromJson(readTextFile(rules));
    return routing;
}

}  // namespace hearth::cli

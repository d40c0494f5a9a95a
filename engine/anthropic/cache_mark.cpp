#include "anthropic/cache_mark.h"

#include <nlohmann/json.hpp>

namespace hearth::anthropic {

using openai::refuseField;

bool readCacheMark(const std::string& field, const Json& value) {
    if (value.is_null()) return false;
    if (!value.is_object()) refuseField(field, R"(must be {"type": "ephemeral"}.)");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (key == "type") {
            if (entry != "ephemeral") refuseField(name, R"(can only be "ephemeral".)");
        } else if (key == "ttl") {
            if (!entry.is_null() && entry != "5m" && entry != "1h")
                refuseField(name, R"(must be "5m" or "1h".)");
        } else {
            refuseField(name, "is not supported.");
        }
    }
    if (!value.contains("type")) refuseField(field + ".type", "is missing.");
    return true;
}

}  // namespace hearth::anthropic

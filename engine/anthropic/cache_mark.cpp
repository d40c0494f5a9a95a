#include "anthropic/cache_mark.h"

#include <nlohmann/json.hpp>

namespace hearth::anthropic {

using openai::refuseField;

bool readCacheMark(const std::string& field, const Json& value, openai::RequestNotes& notes) {
    if (value.is_null()) return false;
    if (!value.is_object()) refuseField(field, R"(must be {"type": "ephemeral"}.)");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        const bool known = (key == "type" && entry == "ephemeral") ||
                           (key == "ttl" && (entry.is_null() || entry == "5m" || entry == "1h"));
        if (!known) notes.ignore(name);
    }
    if (!value.contains("type")) refuseField(field + ".type", "is missing.");
    return true;
}

}  // namespace hearth::anthropic

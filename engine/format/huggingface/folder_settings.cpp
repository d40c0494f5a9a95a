#include "format/huggingface/folder_settings.h"

#include <cmath>
#include <string>

#include "hearth/error.h"

namespace hearth::format {

using Json = nlohmann::json;

const Json* findSetting(const Json& config, const char* key) {
    const auto found = config.find(key);
    return found != config.end() && !found->is_null() ? &*found : nullptr;
}

double numberOf(const Json& config, const char* key, double otherwise) {
    const Json* value = findSetting(config, key);
    if (value == nullptr) return otherwise;
    if (!value->is_number())
        throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" is not a number");
    return value->get<double>();
}

uint64_t countOf(const Json& config, const char* key, uint64_t otherwise) {
    const double value = numberOf(config, key, static_cast<double>(otherwise));
    if (!(value >= 0 && value <= 1099511627776.0 && value == std::floor(value)))
        throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" is not an integer");
    return static_cast<uint64_t>(value);
}

void SettingsCopy::count(const char* from, const char* to) const {
    if (findSetting(m_config, from) != nullptr) m_table.own(to, countOf(m_config, from, 0));
}

void SettingsCopy::number(const char* from, const char* to) const {
    if (findSetting(m_config, from) != nullptr) m_table.own(to, numberOf(m_config, from, 0));
}

void SettingsCopy::flag(const char* from, const char* to) const {
    if (const Json* value = findSetting(m_config, from); value != nullptr && value->is_boolean())
        m_table.own(to, value->get<bool>());
}

}  // namespace hearth::format

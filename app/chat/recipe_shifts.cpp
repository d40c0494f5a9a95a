#include "chat/recipe_shifts.h"

#include <optional>

namespace hearth::app {

namespace {

/// nullopt: no number of tokens.
std::optional<uint32_t> tokenCount(const QJsonValue& value) {
    const double number = value.toDouble(-1);
    if (!(number >= 0 && number <= 1e9)) return std::nullopt;
    return static_cast<uint32_t>(number);
}

}  // namespace

QJsonArray toJson(const std::vector<ContextShift>& cuts) {
    QJsonArray list;
    for (const ContextShift& cut : cuts)
        list.append(QJsonArray{qint64{cut.keep}, qint64{cut.dropTo}, qint64{cut.at}});
    return list;
}

std::vector<ContextShift> shiftsFromJson(const QJsonArray& json) {
    std::vector<ContextShift> cuts;
    for (const QJsonValue& entry : json) {
        const QJsonArray numbers = entry.toArray();
        const auto keep = tokenCount(numbers.at(0)), to = tokenCount(numbers.at(1)),
                   at = tokenCount(numbers.at(2));
        if (!keep || !to || !at || *to <= *keep) return {};
        cuts.push_back({*keep, *to, *at});
    }
    return cuts;
}

}  // namespace hearth::app

#include "endpoints/token_prices.h"

#include <algorithm>

#include "endpoints/endpoint.h"

namespace hearth::app {

TokenPrices pricesOf(const QJsonArray& endpoints, const QString& modelPath) {
    const auto path = readEndpointPath(modelPath);
    if (!path) return {};
    const std::vector<Endpoint> known = readEndpoints(endpoints);
    const auto found = std::ranges::find(known, path->endpointId, &Endpoint::id);
    return found == known.end() ? TokenPrices() : found->prices;
}

std::optional<double> readPrice(const QString& typed) {
    constexpr double most = 1e6;
    QString text = typed.trimmed();
    if (text.isEmpty()) return 0.0;
    text.replace(u',', u'.');
    bool isNumber = false;
    const double price = text.toDouble(&isNumber);
    if (!isNumber || !(price >= 0) || price > most) return std::nullopt;
    return price;
}

}  // namespace hearth::app

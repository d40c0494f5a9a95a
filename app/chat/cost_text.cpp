#include "chat/cost_text.h"

#include "look/spoken_locale.h"

namespace hearth::app {

QString costText(double cost) {
    // Two digits that are not zero, and never less than cents.
    constexpr int fewest = 2, most = 6;
    int decimals = fewest;
    for (double rest = cost; rest > 0 && rest < 0.1 && decimals < most; rest *= 10) ++decimals;
    return spokenLocale().toString(cost, 'f', decimals);
}

}  // namespace hearth::app

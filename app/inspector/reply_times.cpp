#include "inspector/reply_times.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>

#include "look/spoken_locale.h"

namespace hearth::app {

void ReplyTimes::setMetrics(const QJsonObject& metrics) {
    m_metrics = metrics;
    m_intervals.clear();
    for (const QJsonValue& ms : m_metrics.value(QLatin1String("interTokenMs")).toArray())
        m_intervals.push_back(static_cast<float>(ms.toDouble()));
    emit changed();
}

double ReplyTimes::firstTokenMs() const {
    return std::max(0.0, timeToFirstTokenMs() - templateMs() - tokenizeMs() - prefillMs());
}

QVariantList ReplyTimes::intervals() const {
    QVariantList bars;
    const size_t stretch = std::max<size_t>(1, (m_intervals.size() + maxBars - 1) / maxBars);
    for (size_t from = 0; from < m_intervals.size(); from += stretch) {
        const auto end =
            m_intervals.begin() + static_cast<ptrdiff_t>(std::min(from + stretch, m_intervals.size()));
        bars.append(double(*std::max_element(m_intervals.begin() + static_cast<ptrdiff_t>(from), end)));
    }
    return bars;
}

QString ReplyTimes::draftsText() const {
    const int drafted = qRound(metric("draftedTokens"));
    if (drafted == 0) return {};
    const QLocale locale = spokenLocale();
    return tr("drafted %1  ·  accepted %2")
        .arg(locale.toString(drafted), locale.toString(qRound(metric("acceptedTokens"))));
}

/// Nearest rank: the smallest value that at least `share` of all values do not exceed.
double ReplyTimes::percentile(double share) const {
    if (m_intervals.empty()) return 0;
    std::vector<float> sorted = m_intervals;
    std::sort(sorted.begin(), sorted.end());
    const double rank = std::ceil(share * static_cast<double>(sorted.size()));
    return double(sorted[static_cast<size_t>(std::max(1.0, rank)) - 1]);
}

}  // namespace hearth::app

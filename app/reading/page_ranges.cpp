#include "reading/page_ranges.h"

#include <QStringList>

namespace hearth::app {

QString pageRanges(const std::vector<int>& pages) {
    QStringList ranges;
    for (size_t first = 0, next = 0; first < pages.size(); first = next) {
        for (next = first + 1; next < pages.size() && pages[next] == pages[next - 1] + 1;) ++next;
        const QString begin = QString::number(pages[first]);
        ranges +=
            next == first + 1 ? begin : QStringLiteral("%1–%2").arg(begin, QString::number(pages[next - 1]));
    }
    return ranges.join(QStringLiteral(", "));
}

}  // namespace hearth::app

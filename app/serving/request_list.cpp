#include "serving/request_list.h"

#include <QDateTime>
#include <algorithm>

#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

QString clock(const RequestRecord& record) {
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(record.at.time_since_epoch()).count();
    return spokenLocale().toString(QDateTime::fromMSecsSinceEpoch(ms).time(), QLocale::ShortFormat);
}

}  // namespace

int RequestList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> RequestList::roleNames() const {
    return {{TitleRole, "title"}, {FiguresRole, "figures"}, {FailedRole, "failed"}};
}

QVariant RequestList::data(const QModelIndex& index, int role) const {
    if (index.row() < 0 || index.row() >= count()) return {};
    const RequestRecord& record = m_rows[static_cast<size_t>(index.row())];
    const bool failed = record.status >= 400;
    if (role == FailedRole) return failed;
    if (role == TitleRole) return tr("%1, %2").arg(QString::fromStdString(record.client), clock(record));
    if (role != FiguresRole) return {};
    const QString route = QString::fromStdString(record.route);
    if (failed) return tr("%1: refused or failed (%2)").arg(route).arg(record.status);
    if (record.cancelled) return tr("%1: ended by the program").arg(route);
    const QLocale locale = spokenLocale();
    return tr("%1: %2 tokens read, %3 of them cached; %4 written in %5 s")
        .arg(route, locale.toString(record.promptTokens), locale.toString(record.cachedTokens),
             locale.toString(record.generatedTokens), locale.toString(record.totalMs / 1000, 'f', 1));
}

void RequestList::show(const std::vector<RequestRecord>& log) {
    const size_t most = std::min<size_t>(log.size(), mostRows);
    std::vector<RequestRecord> rows(log.rbegin(), log.rbegin() + static_cast<ptrdiff_t>(most));
    const bool same =
        rows.size() == m_rows.size() &&
        (rows.empty() || (rows.front().at == m_rows.front().at && rows.back().at == m_rows.back().at));
    if (same) return;
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    emit countChanged();
}

}  // namespace hearth::app

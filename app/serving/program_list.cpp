#include "serving/program_list.h"

#include <algorithm>

#include "look/spoken_locale.h"

namespace hearth::app {

int ProgramList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ProgramList::roleNames() const {
    return {{NameRole, "name"}, {FiguresRole, "figures"}};
}

QVariant ProgramList::data(const QModelIndex& index, int role) const {
    if (index.row() < 0 || index.row() >= count()) return {};
    const auto& [name, figures] = m_rows[static_cast<size_t>(index.row())];
    if (role == NameRole) return QString::fromStdString(name);
    if (role != FiguresRole) return {};
    const QLocale locale = spokenLocale();
    const double share = figures.promptTokens == 0 ? 0
                                                   : 100 * static_cast<double>(figures.cachedTokens) /
                                                         static_cast<double>(figures.promptTokens);
    const auto number = [&](uint64_t value) { return locale.toString(static_cast<qulonglong>(value)); };
    QString text =
        figures.requests == 1 ? tr("One request") : tr("%1 requests").arg(number(figures.requests));
    text += QStringLiteral(", ") + tr("%1 tokens read, %2 % of them cached")
                                       .arg(number(figures.promptTokens), locale.toString(share, 'f', 0));
    text += QStringLiteral(", ") + tr("%1 written").arg(number(figures.generatedTokens));
    if (figures.failed > 0) text += QStringLiteral(", ") + tr("%1 failed").arg(number(figures.failed));
    return text;
}

void ProgramList::show(const std::map<std::string, ClientFigures>& clients) {
    std::vector<Row> rows;
    for (const auto& [name, figures] : clients) rows.push_back({name, figures});
    std::ranges::stable_sort(rows, std::greater(), [](const Row& row) { return row.figures.last; });
    // Rows that stay in their places keep what is focused there.
    const bool same =
        rows.size() == m_rows.size() && std::ranges::equal(rows, m_rows, {}, &Row::name, &Row::name);
    if (same) {
        m_rows = std::move(rows);
        if (!m_rows.empty()) emit dataChanged(index(0), index(count() - 1), {FiguresRole});
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    emit countChanged();
}

}  // namespace hearth::app

#include "inspector/picture_tokens.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "look/spoken_locale.h"
#include "store/picture_table.h"

namespace hearth::app {

namespace {

bool holds(const PictureArea& area, double x, double y) {
    return x >= area.left && x < area.left + area.width && y >= area.top && y < area.top + area.height;
}

/// The third of a side that contains a place.
size_t third(double place) {
    return static_cast<size_t>(std::clamp(std::floor(place * 3), 0.0, 2.0));
}

QString percent(double share) {
    return PictureTokens::tr("%1 %").arg(spokenLocale().toString(100 * share, 'f', 1));
}

}  // namespace

double PictureTokens::Row::share() const {
    double sum = 0;
    for (const auto& list : {&cells, &coarse})
        for (const Cell& cell : *list) sum += cell.share;
    return sum;
}

void PictureTokens::setPictures(const std::vector<std::shared_ptr<const PictureFile>>& files) {
    std::vector<Row> rows;
    for (const auto& file : files)
        rows.push_back({.hash = store::pictureHash(*file),
                        .width = static_cast<int>(file->size().width),
                        .height = static_cast<int>(file->size().height),
                        .cells = {},
                        .coarse = {}});
    if (std::ranges::equal(rows, m_rows, {}, &Row::hash, &Row::hash)) return;
    beginResetModel();
    m_rows = std::move(rows);
    m_most = 0;
    endResetModel();
    ++m_revision;
    emit changed();
}

void PictureTokens::setLight(const std::vector<PictureGrid>& grids, const std::vector<float>& shares) {
    for (Row& row : m_rows) {
        row.cells.clear();
        row.coarse.clear();
        row.columns = row.lines = row.parts = 0;
    }
    const auto hasParts = [&](uint32_t picture) {
        return std::ranges::any_of(grids, [picture](const PictureGrid& grid) {
            return grid.picture == picture && !grid.isOverview;
        });
    };
    m_most = 0;
    for (const PictureGrid& grid : grids) {
        if (grid.picture >= m_rows.size()) continue;
        Row& row = m_rows[grid.picture];
        const bool isCoarse = grid.isOverview && hasParts(grid.picture);
        if (!isCoarse) {
            const bool isOnly = row.parts++ == 0;
            row.columns = isOnly ? static_cast<int>(grid.columns) : 0;
            row.lines = isOnly ? static_cast<int>(grid.lines) : 0;
        }
        for (uint32_t line = 0; line < grid.lines; ++line) {
            for (uint32_t column = 0; column < grid.columns; ++column) {
                const size_t token = grid.token(line, column);
                const double share = token < shares.size() ? double{shares[token]} : 0;
                (isCoarse ? row.coarse : row.cells).push_back({grid.cell(line, column), share});
                m_most = std::max(m_most, share);
            }
        }
    }
    if (!m_rows.empty()) emit dataChanged(index(0), index(count() - 1));
    ++m_revision;
    emit changed();
}

int PictureTokens::mostSeen() const {
    const auto most = std::ranges::max_element(m_rows, {}, &Row::share);
    return most == m_rows.end() ? 0 : static_cast<int>(most - m_rows.begin());
}

QString PictureTokens::shareAt(int row, double x, double y) const {
    if (row < 0 || row >= count()) return {};
    const Row& picture = m_rows[static_cast<size_t>(row)];
    const auto shareOf = [x, y](const std::vector<Cell>& cells) -> std::optional<double> {
        const auto found =
            std::ranges::find_if(cells, [x, y](const Cell& cell) { return holds(cell.area, x, y); });
        return found != cells.end() ? std::optional(found->share) : std::nullopt;
    };
    const auto own = shareOf(picture.cells), coarse = shareOf(picture.coarse);
    if (own && coarse) return tr("%1, and %2 in the overview").arg(percent(*own), percent(*coarse));
    return own || coarse ? percent(own ? *own : *coarse) : QString();
}

QList<double> PictureTokens::numbers(const std::vector<Cell>& cells, double most) {
    QList<double> all;
    all.reserve(static_cast<qsizetype>(cells.size()) * 5);
    for (const Cell& cell : cells)
        all << double{cell.area.left} << double{cell.area.top} << double{cell.area.width}
            << double{cell.area.height} << (most > 0 ? std::sqrt(cell.share / most) : 0);
    return all;
}

QString PictureTokens::figures(const Row& row) const {
    const auto tokens = static_cast<int>(row.cells.size() + row.coarse.size());
    if (tokens == 0) return {};
    QString text = tokens == 1 ? tr("1 token") : tr("%1 tokens").arg(spokenLocale().toString(tokens));
    if (row.columns > 0)
        text = tr("%1, %2 × %3").arg(text).arg(row.columns).arg(row.lines);
    else
        text = tr("%1 in %2 parts").arg(text).arg(row.parts);
    if (!row.coarse.empty()) text = tr("%1, with an overview").arg(text);
    return m_most > 0 ? tr("%1  ·  %2").arg(text, percent(row.share())) : text;
}

QString PictureTokens::place(const Row& row) const {
    if (row.cells.empty() && row.coarse.empty()) return {};
    if (row.share() <= 0) return tr("Not looked at");
    std::array<double, 9> regions{};
    for (const auto& list : {&row.cells, &row.coarse})
        for (const Cell& cell : *list)
            regions[third(cell.area.top + cell.area.height / 2) * 3 +
                    third(cell.area.left + cell.area.width / 2)] += cell.share;
    const auto most = std::ranges::max_element(regions);
    const std::array<QString, 9> texts{
        tr("Looked most at the upper left, %1"),  tr("Looked most at the top, %1"),
        tr("Looked most at the upper right, %1"), tr("Looked most at the left, %1"),
        tr("Looked most at the middle, %1"),      tr("Looked most at the right, %1"),
        tr("Looked most at the lower left, %1"),  tr("Looked most at the bottom, %1"),
        tr("Looked most at the lower right, %1")};
    return texts[static_cast<size_t>(most - regions.begin())].arg(percent(*most));
}

int PictureTokens::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> PictureTokens::roleNames() const {
    return {{PictureRole, "picture"}, {CellsRole, "cells"}, {CoarseRole, "coarseCells"},
            {FiguresRole, "figures"}, {PlaceRole, "place"}, {SpokenRole, "spoken"}};
}

QVariant PictureTokens::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case PictureRole:
            return QVariantMap{{QStringLiteral("hash"), row.hash},
                               {QStringLiteral("width"), row.width},
                               {QStringLiteral("height"), row.height}};
        case CellsRole:
            return QVariant::fromValue(numbers(row.cells, m_most));
        case CoarseRole:
            return QVariant::fromValue(numbers(row.coarse, m_most));
        case FiguresRole:
            return figures(row);
        case PlaceRole:
            return place(row);
        case SpokenRole: {
            QStringList parts{tr("Picture %1 of %2").arg(index.row() + 1).arg(count())};
            for (const QString& part : {figures(row), place(row)})
                if (!part.isEmpty()) parts += part;
            return parts.join(QStringLiteral(", "));
        }
        default:
            return {};
    }
}

}  // namespace hearth::app

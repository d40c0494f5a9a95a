#include "attachments/draft_pictures.h"

#include <algorithm>
#include <array>
#include <utility>

#include "look/number_text.h"
#include "reading/page_ranges.h"

namespace hearth::app {

int DraftPictures::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> DraftPictures::roleNames() const {
    return {{NameRole, "name"},
            {PictureRole, "picture"},
            {FiguresRole, "figures"},
            {SpokenRole, "spoken"},
            {DetailsRole, "details"}};
}

QVariant DraftPictures::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return nameOf(row);
        case PictureRole: {
            const PictureFile& file = *row.picture.file;
            return QVariantMap{{QStringLiteral("hash"), store::pictureHash(file)},
                               {QStringLiteral("width"), file.size().width},
                               {QStringLiteral("height"), file.size().height}};
        }
        case FiguresRole:
            return figuresOf(row);
        case SpokenRole:
            return tr("Picture %1 of %2, %3, %4")
                .arg(QString::number(index.row() + 1), QString::number(count()), nameOf(row), figuresOf(row));
        case DetailsRole:
            return detailsOf(row);
        default:
            return {};
    }
}

QString DraftPictures::nameOf(const Row& row) {
    return row.picture.name.isEmpty() ? tr("Picture") : row.picture.name;
}

QString DraftPictures::figuresOf(const Row& row) {
    const PictureSize size = row.picture.file->size();
    const QString pixels = tr("%1 × %2").arg(size.width).arg(size.height);
    const QString figures =
        row.tokens() > 0 ? tr("%1, %2").arg(pixels, NumberText().tokens(row.tokens())) : pixels;
    switch (row.picture.detail) {
        case PictureDetail::Low:
            return tr("%1, low detail").arg(figures);
        case PictureDetail::High:
            return tr("%1, high detail").arg(figures);
        case PictureDetail::Auto:
            break;
    }
    return figures;
}

int DraftPictures::Row::tokensWith(PictureDetail detail) const {
    switch (detail) {
        case PictureDetail::Low:
            return cost.lowTokens;
        case PictureDetail::High:
            return cost.highTokens;
        case PictureDetail::Auto:
            break;
    }
    return cost.autoTokens > 0 ? cost.autoTokens : cost.tokens;
}

QVariantList DraftPictures::detailsOf(const Row& row) const {
    QVariantList details;
    const int own = row.tokensWith(PictureDetail::Auto);
    if (own == 0 && !m_onServer) return details;
    const std::array names{tr("Low"), tr("Standard"), tr("High")};
    for (const PictureDetail detail : {PictureDetail::Low, PictureDetail::Auto, PictureDetail::High}) {
        const int tokens = row.tokensWith(detail);
        const bool isChosen = detail == row.picture.detail;
        // Others of the same tokens are the same to the model.
        if (!m_onServer && detail != PictureDetail::Auto && !isChosen && (tokens == 0 || tokens == own))
            continue;
        const QString& name = names.at(static_cast<size_t>(detail));
        details.append(QVariantMap{
            {QStringLiteral("detail"), static_cast<int>(detail)},
            {QStringLiteral("text"), tokens > 0 ? tr("%1, %2").arg(name, NumberText().tokens(tokens)) : name},
            {QStringLiteral("chosen"), isChosen}});
    }
    return details.size() > 1 ? details : QVariantList();
}

void DraftPictures::setDetail(int row, int detail) {
    if (row < 0 || row >= count()) return;
    PictureDetail& old = m_rows[static_cast<size_t>(row)].picture.detail;
    if (std::exchange(old, store::pictureDetailOf(detail)) == store::pictureDetailOf(detail)) return;
    emit dataChanged(index(row), index(row), {FiguresRole, SpokenRole, DetailsRole});
    emit changed();
}

void DraftPictures::add(const store::NamedPicture& picture) {
    if (count() >= most) {
        emit refused(
            tr("%1 was not attached. A message can have %2 pictures; send the others with the next one.")
                .arg(nameOf({picture}))
                .arg(most));
        return;
    }
    append(picture);
}

void DraftPictures::addPages(const QString& document, const PagePictures& pages) {
    std::vector<int> others;
    for (const PagePictures::Page& page : pages.pages) {
        if (count() < most)
            append({page.file, tr("%1, page %2").arg(document, QString::number(page.number))});
        else
            others.push_back(page.number);
    }
    others.insert(others.end(), pages.leftOut.begin(), pages.leftOut.end());
    if (others.empty()) return;
    const QString numbers = pageRanges(others), limit = QString::number(most);
    if (others.size() == 1)
        emit refused(tr("Page %1 of %2 was not attached. A message can have %3 pictures; save this page as a "
                        "PDF of its "
                        "own and send it with the next one.")
                         .arg(numbers, document, limit));
    else
        emit refused(tr("Pages %1 of %2 were not attached. A message can have %3 pictures; save these pages "
                        "as a PDF of "
                        "their own and send it with the next one.")
                         .arg(numbers, document, limit));
}

void DraftPictures::append(const store::NamedPicture& picture) {
    m_store.pictures().know(picture.file);
    beginInsertRows({}, count(), count());
    m_rows.push_back({picture});
    endInsertRows();
    tellPlaces();
    emit changed();
}

void DraftPictures::put(const std::vector<store::NamedPicture>& pictures) {
    for (const store::NamedPicture& picture : pictures) append(picture);
}

void DraftPictures::remove(int row) {
    if (row < 0 || row >= count()) return;
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    tellPlaces();
    emit changed();
}

void DraftPictures::move(int from, int to) {
    if (from < 0 || from >= count()) return;
    to = std::clamp(to, 0, count() - 1);
    if (to == from) return;
    // Qt expects the row before which the picture is inserted, counted before it is removed.
    beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
    const Row moved = m_rows[static_cast<size_t>(from)];
    m_rows.erase(m_rows.begin() + from);
    m_rows.insert(m_rows.begin() + to, moved);
    endMoveRows();
    tellPlaces();
    emit changed();
}

void DraftPictures::clear() {
    if (m_rows.empty()) return;
    beginResetModel();
    m_rows.clear();
    endResetModel();
    emit changed();
}

QVariantList DraftPictures::shown() const {
    QVariantList shown;
    for (int row = 0; row < count(); ++row) shown.append(data(index(row), PictureRole));
    return shown;
}

std::vector<store::NamedPicture> DraftPictures::pictures() const {
    std::vector<store::NamedPicture> pictures;
    for (const Row& row : m_rows) pictures.push_back(row.picture);
    return pictures;
}

void DraftPictures::setCosts(const std::vector<PictureCost>& costs, bool onServer) {
    bool isNew = std::exchange(m_onServer, onServer) != onServer;
    if (m_rows.empty()) return;
    const bool known = costs.size() >= m_rows.size();
    auto cost = known ? costs.end() - count() : costs.end();
    for (Row& row : m_rows) {
        PictureCost told;
        if (known) {
            told = {.tokens = cost->tokens,
                    .lowTokens = cost->lowTokens,
                    .autoTokens = cost->autoTokens,
                    .highTokens = cost->highTokens};
            ++cost;
        }
        isNew |= std::exchange(row.cost, told) != told;
    }
    if (isNew) emit dataChanged(index(0), index(count() - 1), {FiguresRole, SpokenRole, DetailsRole});
}

void DraftPictures::tellPlaces() {
    if (!m_rows.empty()) emit dataChanged(index(0), index(count() - 1), {SpokenRole});
}

}  // namespace hearth::app

#include "moc_draft_pictures.cpp"

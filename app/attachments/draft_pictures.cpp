#include "attachments/draft_pictures.h"

#include <algorithm>
#include <utility>

#include "look/number_text.h"
#include "reading/page_ranges.h"

namespace hearth::app {

int DraftPictures::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> DraftPictures::roleNames() const {
    return {{NameRole, "name"}, {PictureRole, "picture"}, {FiguresRole, "figures"}, {SpokenRole, "spoken"}};
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
    return row.tokens > 0 ? tr("%1, %2").arg(pixels, NumberText().tokens(row.tokens)) : pixels;
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

void DraftPictures::setCosts(const std::vector<PictureCost>& costs) {
    if (m_rows.empty()) return;
    const bool known = costs.size() >= m_rows.size();
    auto cost = known ? costs.end() - count() : costs.end();
    bool isNew = false;
    for (Row& row : m_rows) {
        const int tokens = known ? (cost++)->tokens : 0;
        isNew |= std::exchange(row.tokens, tokens) != tokens;
    }
    if (isNew) emit dataChanged(index(0), index(count() - 1), {FiguresRole, SpokenRole});
}

void DraftPictures::tellPlaces() {
    if (!m_rows.empty()) emit dataChanged(index(0), index(count() - 1), {SpokenRole});
}

}  // namespace hearth::app

#include "moc_draft_pictures.cpp"

#include "chat/whole_documents.h"

#include <QFileInfo>
#include <QPointer>
#include <algorithm>

#include "documents/passage_cutter.h"
#include "look/spoken_locale.h"

namespace hearth::app {

WholeDocuments::WholeDocuments(ChatPassages& chat, QuestionPassages& passages, QObject* parent)
    : QAbstractListModel(parent), m_chat(chat), m_passages(passages) {
    connect(&m_chat, &ChatPassages::changed, this, [this] {
        if (!m_rows.isEmpty()) emit dataChanged(index(0), index(count() - 1));
        emit changed();
    });
}

void WholeDocuments::setWords(const QString& words) {
    if (m_words == words) return;
    m_words = words;
    emit wordsChanged();
    load();
}

void WholeDocuments::load() {
    const quint64 number = ++m_number;
    m_passages.listDocuments(m_words,
                             [pointer = QPointer(this), number](const std::vector<ListedDocument>& listed) {
                                 WholeDocuments* self = pointer;
                                 if (self != nullptr && self->m_number == number) self->take(listed);
                             });
    // Other models count otherwise.
    const QStringList chosen = m_chat.whole();
    for (const QString& path : chosen) measure(path);
}

void WholeDocuments::take(const std::vector<ListedDocument>& listed) {
    beginResetModel();
    m_rows = m_chat.whole();
    m_rows.sort();
    const QStringList chosen = m_rows;
    for (const ListedDocument& document : listed) {
        if (!chosen.contains(document.path)) m_rows += document.path;
        if (!m_sizes.value(document.path).exact)
            m_sizes.insert(
                document.path,
                {static_cast<int>(std::min<qint64>(document.textBytes / bytesOfToken, 1 << 30)), false});
    }
    endResetModel();
    emit countChanged();
    emit changed();
}

void WholeDocuments::measure(const QString& path) {
    m_passages.measure(path, [pointer = QPointer(this), path](int tokens, bool exact) {
        WholeDocuments* self = pointer;
        if (self == nullptr) return;
        self->m_sizes.insert(path, {tokens, exact});
        if (const auto row = static_cast<int>(self->m_rows.indexOf(path)); row >= 0)
            emit self->dataChanged(self->index(row), self->index(row));
        emit self->changed();
    });
}

void WholeDocuments::setChosen(int row, bool chosen) {
    if (row < 0 || row >= count()) return;
    const QString path = m_rows[row];
    if (chosen && !fits(path)) return;
    m_chat.setWhole(path, chosen);
    if (chosen) measure(path);
}

int WholeDocuments::chosenTokens() const {
    int tokens = 0;
    const QStringList chosen = m_chat.whole();
    for (const QString& path : chosen) tokens += m_sizes.value(path).tokens;
    return tokens;
}

QString WholeDocuments::summary() const {
    if (m_chat.whole().isEmpty()) return {};
    const QLocale locale = spokenLocale();
    const QString tokens = locale.toString(chosenTokens()), room = locale.toString(m_passages.documentRoom());
    if (isTooMuch())
        return tr("They take %1 tokens and there is room for %2: those that do not fit stay out. Choose "
                  "fewer, "
                  "or a longer context.")
            .arg(tokens, room);
    return tr("As a whole: %1 of the %2 tokens that there is room for.").arg(tokens, room);
}

QString WholeDocuments::figures(const QString& path) const {
    const Size size = m_sizes.value(path);
    const QString tokens = spokenLocale().toString(size.tokens);
    if (size.tokens == 0) return {};
    if (!fits(path)) return tr("%1 tokens, which do not fit into the context").arg(tokens);
    return size.exact ? tr("%1 tokens").arg(tokens) : tr("about %1 tokens").arg(tokens);
}

int WholeDocuments::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> WholeDocuments::roleNames() const {
    return {{NameRole, "name"},
            {FolderRole, "folder"},
            {FiguresRole, "figures"},
            {ChosenRole, "chosen"},
            {FitsRole, "fits"}};
}

QVariant WholeDocuments::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const QString& path = m_rows[index.row()];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return QFileInfo(path).fileName();
        case FolderRole:
            return QFileInfo(path).path();
        case FiguresRole:
            return figures(path);
        case ChosenRole:
            return m_chat.whole().contains(path);
        case FitsRole:
            return fits(path);
        default:
            return {};
    }
}

}  // namespace hearth::app

#include "moc_whole_documents.cpp"

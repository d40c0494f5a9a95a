#include "chat/chat_passages.h"

#include <QPointer>
#include <QUrl>
#include <algorithm>

#include "chat/chat_documents.h"
#include "citations/citation_links.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

QString placeOf(const CitedPassage& passage) {
    if (passage.whole) return ChatPassages::tr("the whole document");
    store::PassageRecord record;
    record.page = passage.page;
    record.firstLine = passage.firstLine;
    return passagePlace(record);
}

}  // namespace

ChatPassages::ChatPassages(OpenChat& chat, store::Store& store, QuestionPassages& passages, QObject* parent)
    : QAbstractListModel(parent), m_chat(chat), m_store(store), m_passages(passages) {
    connect(&m_passages, &QuestionPassages::changed, this, [this](qint64 id) {
        if (id == m_chat.id()) emit changed();
    });
}

bool ChatPassages::isOn() const {
    return ChatDocuments::of(m_chat.conversation().record().documents).on;
}

void ChatPassages::setOn(bool on) {
    ChatDocuments documents = ChatDocuments::of(m_chat.conversation().record().documents);
    if (documents.on == on) return;
    documents.on = on;
    keep(documents.toJson());
}

QStringList ChatPassages::without() const {
    return ChatDocuments::of(m_chat.conversation().record().documents).without;
}

void ChatPassages::setHas(const QString& source, bool has) {
    ChatDocuments documents = ChatDocuments::of(m_chat.conversation().record().documents);
    documents.without.removeAll(source);
    if (!has) documents.without += source;
    keep(documents.toJson());
}

QStringList ChatPassages::whole() const {
    return ChatDocuments::of(m_chat.conversation().record().documents).whole;
}

void ChatPassages::setWhole(const QString& path, bool whole) {
    ChatDocuments documents = ChatDocuments::of(m_chat.conversation().record().documents);
    documents.whole.removeAll(path);
    if (whole) documents.whole += path;
    // Chosen documents are to be sent.
    documents.on = documents.on || whole;
    keep(documents.toJson());
}

void ChatPassages::keep(const QJsonObject& documents) {
    store::Conversation record = m_chat.conversation().record();
    record.documents = documents;
    m_chat.conversation().setRecord(record);
    if (record.id != 0) m_chat.change([&] { m_store.conversations().setDocuments(record.id, documents); });
    emit changed();
}

void ChatPassages::load() {
    std::vector<Row> rows;
    m_chat.change([&] {
        for (const store::Message& message : m_chat.tree().path()) {
            if (message.role != store::Role::User) continue;
            for (const store::Attachment& file : m_store.attachments().ofMessage(message.id))
                if (!file.passage.isEmpty()) rows.push_back({CitedPassage::of(file.passage), file.text});
        }
    });
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    emit loaded();
}

int ChatPassages::rowOf(int number) const {
    const auto found =
        std::ranges::find_if(m_rows, [number](const Row& row) { return row.passage.number == number; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int ChatPassages::citedNumber(const QString& address) const {
    return hearth::app::citedNumber(address);
}

QVariantMap ChatPassages::at(int row) const {
    QVariantMap all;
    if (row < 0 || row >= count()) return all;
    const QHash<int, QByteArray> names = roleNames();
    for (auto name = names.begin(); name != names.end(); ++name)
        all.insert(QString::fromLatin1(*name), data(index(row), name.key()));
    // A chat that was imported may name any file.
    const QString path = m_rows[static_cast<size_t>(row)].passage.path;
    all.insert(QStringLiteral("address"), m_passages.isOfSource(path) ? QUrl::fromLocalFile(path) : QUrl());
    return all;
}

void ChatPassages::readAround(int row) {
    if (row < 0 || row >= count()) return;
    const CitedPassage& passage = m_rows[static_cast<size_t>(row)].passage;
    m_passages.around({passage.source, passage.path, passage.firstByte, passage.endByte},
                      [pointer = QPointer(this), row](const PassageAround& around) {
                          if (pointer) emit pointer->aroundRead(row, around.before, around.after);
                      });
}

QString ChatPassages::reasonText(const PassageChoice::LeftOut& left) {
    switch (left.reason) {
        case PassageChoice::Reason::Present:
            return tr("It is in the chat already, as number %1.").arg(left.passage.number);
        case PassageChoice::Reason::NoRoom:
            return tr("Other passages fit better: at most %1 of them, with %2 tokens in all, are sent.")
                .arg(PassageRoom().passages)
                .arg(spokenLocale().toString(PassageRoom().tokens));
        case PassageChoice::Reason::TooLong:
            return tr("It does not fit into the context as a whole.");
        case PassageChoice::Reason::Gone:
            return tr("It is not among your documents any more.");
    }
    return {};
}

QString ChatPassages::foundText(const CitedPassage& passage) {
    const QLocale locale = spokenLocale();
    QStringList ways;
    const auto of = [&](size_t method, const QString& sentence, int digits) {
        if (method >= passage.ranks.size() || passage.ranks[method] <= 0) return;
        const double score = method < passage.scores.size() ? passage.scores[method] : 0;
        ways += sentence.arg(passage.ranks[method]).arg(locale.toString(score, 'f', digits));
    };
    of(0, tr("by words, rank %1 (%2)"), 1);
    of(1, tr("by meaning, rank %1 (%2)"), 2);
    if (passage.ranks.size() > 1 && passage.ranks[1] > 0)
        ways += tr("together %1").arg(locale.toString(passage.together, 'f', 2));
    of(2, tr("by the reranker, rank %1 (%2)"), 2);
    return ways.join(QStringLiteral("; "));
}

QVariantList ChatPassages::leftOut() const {
    QVariantList list;
    for (const PassageChoice::LeftOut& left : m_passages.leftOut(m_chat.id())) {
        const QString reason = reasonText(left);
        list.append(QVariantMap{{"name", left.passage.name()},
                                {"place", placeOf(left.passage)},
                                {"reason", reason},
                                {"found", foundText(left.passage)}});
    }
    return list;
}

int ChatPassages::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ChatPassages::roleNames() const {
    return {{NumberRole, "number"},     {NameRole, "name"}, {PlaceRole, "place"},
            {HeadingsRole, "headings"}, {TextRole, "text"}, {FoundRole, "found"}};
}

QVariant ChatPassages::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case NumberRole:
            return row.passage.number;
        case Qt::DisplayRole:
        case NameRole:
            return row.passage.name();
        case PlaceRole:
            return placeOf(row.passage);
        case HeadingsRole:
            return row.passage.headings;
        case TextRole:
            return row.text;
        case FoundRole:
            return foundText(row.passage);
        default:
            return {};
    }
}

}  // namespace hearth::app

#include "chat/message_queue.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

namespace hearth::app {

namespace {

const QString waitingSetting = QStringLiteral("waiting messages");

}  // namespace

MessageQueue::MessageQueue(store::Store& store, QObject* parent)
    : QAbstractListModel(parent), m_store(store) {
    returnToDrafts();
}

void MessageQueue::returnToDrafts() {
    try {
        const QJsonObject kept = m_store.settings().find(waitingSetting).toObject();
        for (auto at = kept.begin(); at != kept.end(); ++at) {
            const qint64 id = at.key().toLongLong();
            if (!m_store.conversations().find(id)) continue;
            QStringList texts;
            for (const QJsonValue& text : at->toArray()) texts += text.toString();
            if (const QString draft = m_store.drafts().find(id); !draft.isEmpty()) texts += draft;
            m_store.drafts().put(id, texts.join(QStringLiteral("\n\n")));
        }
        if (!kept.isEmpty()) m_store.settings().remove(waitingSetting);
    } catch (const store::StoreError&) {
        // They stay where they are and are tried again at the next start.
    }
}

void MessageQueue::keep() {
    QJsonObject kept;
    for (auto at = m_waiting.begin(); at != m_waiting.end(); ++at) {
        QJsonArray texts;
        for (const Message& message : *at) texts.append(message.text);
        if (!texts.isEmpty()) kept.insert(QString::number(at.key()), texts);
    }
    try {
        if (kept.isEmpty())
            m_store.settings().remove(waitingSetting);
        else
            m_store.settings().put(waitingSetting, kept);
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
}

const std::vector<MessageQueue::Message>& MessageQueue::ofOpen() const {
    static const std::vector<Message> none;
    const auto found = m_waiting.constFind(m_open);
    return found == m_waiting.constEnd() ? none : *found;
}

void MessageQueue::open(qint64 conversationId) {
    if (conversationId == m_open) return;
    beginResetModel();
    m_open = conversationId;
    endResetModel();
    emit changed();
}

bool MessageQueue::add(const Message& message) {
    if (count() >= most) return false;
    beginInsertRows({}, count(), count());
    m_waiting[m_open].push_back(message);
    endInsertRows();
    keep();
    emit changed();
    return true;
}

MessageQueue::Message MessageQueue::take(int row) {
    if (row < 0 || row >= count()) return {};
    beginRemoveRows({}, row, row);
    std::vector<Message>& messages = m_waiting[m_open];
    Message message = std::move(messages[static_cast<size_t>(row)]);
    messages.erase(messages.begin() + row);
    endRemoveRows();
    keep();
    emit changed();
    return message;
}

void MessageQueue::remove(int row) {
    take(row);
}

void MessageQueue::forget(qint64 conversationId) {
    if (!m_waiting.contains(conversationId)) return;
    beginResetModel();
    m_waiting.remove(conversationId);
    endResetModel();
    keep();
    emit changed();
}

int MessageQueue::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> MessageQueue::roleNames() const {
    return {{TextRole, "text"}, {FilesRole, "files"}};
}

QVariant MessageQueue::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Message& message = ofOpen()[static_cast<size_t>(index.row())];
    if (role == FilesRole) return static_cast<int>(message.files.size());
    return role == TextRole || role == Qt::DisplayRole ? message.text : QVariant();
}

}  // namespace hearth::app

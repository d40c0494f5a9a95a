#include "chat/message_queue.h"

#include <QJsonArray>
#include <QJsonObject>

#include "chat/shown_pictures.h"

namespace hearth::app {

namespace {

const QString waitingSetting = QStringLiteral("waiting messages");

}  // namespace

MessageQueue::MessageQueue(store::Store& store, QObject* parent)
    : QAbstractListModel(parent), m_store(store) {
    read();
}

MessageQueue::Message MessageQueue::fromJson(const QJsonValue& json) {
    // Earlier versions kept the text alone.
    if (json.isString()) return {json.toString(), {}};
    Message message;
    message.text = json[QLatin1String("text")].toString();
    message.lookedUp = json[QLatin1String("lookedUp")].toBool();
    for (const QJsonValue& kept : json[QLatin1String("files")].toArray()) {
        store::Attachment file;
        file.name = kept[QLatin1String("name")].toString();
        file.text = kept[QLatin1String("text")].toString();
        file.sizeBytes = kept[QLatin1String("sizeBytes")].toInteger();
        file.tokens = kept[QLatin1String("tokens")].toInt();
        file.passage = kept[QLatin1String("passage")].toObject();
        message.files.push_back(file);
    }
    for (const QJsonValue& kept : json[QLatin1String("pictures")].toArray())
        message.pictures.push_back({.hash = kept[QLatin1String("hash")].toString(),
                                    .name = kept[QLatin1String("name")].toString(),
                                    .at = static_cast<qsizetype>(kept[QLatin1String("at")].toInteger()),
                                    .width = kept[QLatin1String("width")].toInt(),
                                    .height = kept[QLatin1String("height")].toInt(),
                                    .detail = store::pictureDetailOf(kept[QLatin1String("detail")].toInt(
                                        static_cast<int>(PictureDetail::Auto)))});
    return message;
}

QJsonValue MessageQueue::toJson(const Message& message) {
    QJsonArray files;
    for (const store::Attachment& file : message.files)
        files.append(QJsonObject{{QStringLiteral("name"), file.name},
                                 {QStringLiteral("text"), file.text},
                                 {QStringLiteral("sizeBytes"), file.sizeBytes},
                                 {QStringLiteral("tokens"), file.tokens},
                                 {QStringLiteral("passage"), file.passage}});
    QJsonArray pictures;
    for (const store::MessagePicture& picture : message.pictures)
        pictures.append(QJsonObject{{QStringLiteral("hash"), picture.hash},
                                    {QStringLiteral("name"), picture.name},
                                    {QStringLiteral("at"), qint64{picture.at}},
                                    {QStringLiteral("width"), picture.width},
                                    {QStringLiteral("height"), picture.height},
                                    {QStringLiteral("detail"), static_cast<int>(picture.detail)}});
    return QJsonObject{{QStringLiteral("text"), message.text},
                       {QStringLiteral("files"), files},
                       {QStringLiteral("pictures"), pictures},
                       {QStringLiteral("lookedUp"), message.lookedUp}};
}

void MessageQueue::read() {
    try {
        const QJsonObject kept = m_store.settings().find(waitingSetting).toObject();
        for (auto at = kept.begin(); at != kept.end(); ++at) {
            const qint64 id = at.key().toLongLong();
            if (!m_store.conversations().find(id)) continue;
            for (const QJsonValue& json : at->toArray()) {
                Message message = fromJson(json);
                std::erase_if(message.pictures, [this](const store::MessagePicture& picture) {
                    return !m_store.pictures().has(picture.hash);
                });
                m_waiting[id].push_back(std::move(message));
            }
        }
    } catch (const store::StoreError&) {
        // They stay where they are and are tried again at the next start.
    }
}

void MessageQueue::keep() {
    QJsonObject kept;
    std::vector<store::MessagePicture> pictures;
    for (auto at = m_waiting.begin(); at != m_waiting.end(); ++at) {
        QJsonArray messages;
        for (const Message& message : *at) {
            messages.append(toJson(message));
            pictures.insert(pictures.end(), message.pictures.begin(), message.pictures.end());
        }
        if (!messages.isEmpty()) kept.insert(QString::number(at.key()), messages);
    }
    try {
        store::Transaction transaction(m_store.database());
        m_store.pictures().setWaiting(pictures);
        if (kept.isEmpty())
            m_store.settings().remove(waitingSetting);
        else
            m_store.settings().put(waitingSetting, kept);
        transaction.commit();
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
}

void MessageQueue::readFiles(Message& message) const {
    try {
        for (store::MessagePicture& picture : message.pictures)
            if (picture.file == nullptr) picture.file = m_store.pictures().find(picture.hash);
    } catch (const store::StoreError&) {
        // Their pictures are removed below.
    }
    std::erase_if(message.pictures, [](const auto& picture) { return picture.file == nullptr; });
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
    readFiles(message);
    keep();
    emit changed();
    return message;
}

std::optional<MessageQueue::Message> MessageQueue::first(qint64 conversationId) const {
    const auto found = m_waiting.constFind(conversationId);
    if (found == m_waiting.constEnd() || found->empty()) return std::nullopt;
    return found->front();
}

void MessageQueue::removeFirst(qint64 conversationId) {
    if (conversationId == m_open) {
        take(0);
        return;
    }
    const auto found = m_waiting.find(conversationId);
    if (found == m_waiting.end() || found->empty()) return;
    found->erase(found->begin());
    keep();
}

void MessageQueue::addPassages(qint64 conversationId, const std::vector<store::Attachment>& passages) {
    const auto found = m_waiting.find(conversationId);
    if (found == m_waiting.end() || found->empty()) return;
    Message& first = found->front();
    first.lookedUp = true;
    first.files.insert(first.files.end(), passages.begin(), passages.end());
    keep();
}

void MessageQueue::setCompared(qint64 conversationId) {
    const auto found = m_waiting.find(conversationId);
    if (found != m_waiting.end() && !found->empty()) found->front().compared = true;
}

void MessageQueue::remove(int row) {
    take(row);
}

void MessageQueue::withdraw(int row) {
    const Message message = take(row);
    if (!message.text.isEmpty() || !message.files.empty() || !message.pictures.empty())
        emit takenBack(message);
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
    return {{TextRole, "text"}, {FilesRole, "files"}, {PicturesRole, "pictures"}};
}

QVariant MessageQueue::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Message& message = ofOpen()[static_cast<size_t>(index.row())];
    if (role == FilesRole) return static_cast<int>(message.files.size());
    if (role == PicturesRole) return shownPictures(message.pictures);
    return role == TextRole || role == Qt::DisplayRole ? message.text : QVariant();
}

}  // namespace hearth::app

#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QHash>
#include <QJsonValue>
#include <QList>
#include <QString>
#include <optional>
#include <vector>

#include "store/store.h"

namespace hearth::app {

/// Messages that were sent while a reply was under way, or whose passages are being looked for, by
/// conversation; they wait for its end. The list is that of the open conversation. They are kept in the store
/// with their files, so that a crash loses none. GUI thread.
class MessageQueue : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    enum Role {
        TextRole = Qt::UserRole + 1,
        FilesRole,
        PicturesRole  ///< see shownPictures()
    };

    struct Message {
        QString text;
        std::vector<store::Attachment> files;
        bool lookedUp = false;  ///< the passages found for it are among the files
        bool compared = false;  ///< with earlier questions; not kept over a restart
        /// Their files are set unless they were read after a restart.
        std::vector<store::MessagePicture> pictures = {};
    };
    /// Maximum number of waiting messages in one conversation.
    static constexpr int most = 5;

    explicit MessageQueue(store::Store& store, QObject* parent = nullptr);

    int count() const { return static_cast<int>(ofOpen().size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Shows the messages of a conversation.
    void open(qint64 conversationId);
    /// At the end of the open conversation's; false when too many wait already.
    bool add(const Message& message);
    /// Takes one of the open conversation's out.
    Message take(int row);
    /// The first that waits in a conversation, open or not; it stays.
    std::optional<Message> first(qint64 conversationId) const;
    /// Removes the first waiting message.
    void removeFirst(qint64 conversationId);
    /// Adds passages that were found for it in documents.
    void addPassages(qint64 conversationId, const std::vector<store::Attachment>& passages);
    /// Marks it as compared with earlier questions.
    void setCompared(qint64 conversationId);
    Q_INVOKABLE void remove(int row);
    /// Takes one of the open conversation's out, and takenBack() hands it to the composer.
    Q_INVOKABLE void withdraw(int row);
    /// Forgets a conversation that was removed, with its waiting messages.
    void forget(qint64 conversationId);

signals:
    void changed();
    void takenBack(const hearth::app::MessageQueue::Message& message);
    /// The store could not keep them.
    void notKept(const QString& sentence);

private:
    const std::vector<Message>& ofOpen() const;
    /// Reads the messages that were waiting when Hearth ended.
    void read();
    void keep();
    /// Reads files that are not set; removes the pictures whose file cannot be read.
    void readFiles(Message& message) const;
    static Message fromJson(const QJsonValue& json);
    static QJsonValue toJson(const Message& message);

    store::Store& m_store;
    QHash<qint64, std::vector<Message>> m_waiting;
    qint64 m_open = 0;
};

}  // namespace hearth::app

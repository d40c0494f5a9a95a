#pragma once

#include <QtQml/qqmlregistration.h>
#include <QList>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>
#include <QUrl>
#include <deque>
#include <memory>
#include <stop_token>
#include <vector>

#include "exchange/chat_duplicate.h"
#include "exchange/chat_export.h"
#include "exchange/chat_importers.h"
#include "files/file_problems.h"
#include "store/conversation_writer.h"
#include "store/store.h"

namespace hearth::app {

class ConversationListModel;
class ToastQueue;

/// Saves conversations as files, takes in those of other programs, and makes copies. All of it goes on beside
/// the window: files are read and written on worker threads, the store a few milliseconds at a time. GUI
/// thread.
class ConversationExchange : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(bool importing READ isImporting NOTIFY importingChanged)
    /// "Importing chats: 1,204 of 10,000"; empty: nothing is under way.
    Q_PROPERTY(QString progressText READ progressText NOTIFY progressChanged)

public:
    ConversationExchange(store::Store& store, ConversationListModel& conversations, ToastQueue& toasts,
                         QObject* parent = nullptr);
    ~ConversationExchange() override;

    bool isImporting() const { return m_pending > 0; }
    /// A file name for a conversation, without folder: its title, with what file systems do not take left
    /// out.
    Q_INVOKABLE QString fileName(qint64 conversationId, const QString& ending) const;
    /// Writes the file whole or not at all; ".json" keeps everything, every other ending is Markdown. A
    /// notice says when it is there, failed() that it is not.
    Q_INVOKABLE void exportTo(qint64 conversationId, const QUrl& file);
    /// Takes in every chat of the files and opens the last. What could not be read, of all of them, comes as
    /// one failed().
    Q_INVOKABLE void importFiles(const QList<QUrl>& files);
    /// Writes all chats into one file that importFiles() reads; a failure comes as failed().
    Q_INVOKABLE void exportAllTo(const QUrl& file);
    /// "hearth-chats-2026-11-25.json"
    Q_INVOKABLE QString allFileName() const;
    /// Ends what is under way. Chats that are imported by then stay; of an export nothing does.
    Q_INVOKABLE void cancel();
    /// Makes a copy with everything in it, and opens it then.
    Q_INVOKABLE void duplicate(qint64 conversationId);
    QString progressText() const;

signals:
    void importingChanged();
    void progressChanged();
    void imported(int conversations);
    void failed(const QString& title, const QString& body);

private:
    struct Import {
        QString name;  ///< of the file
        std::vector<ExchangedConversation> chats;
        std::unique_ptr<store::ConversationWriter> writer;  ///< of the chats; none before its turn
    };
    void take(const QString& name, ImportedChats read);
    void storeSome();
    static QString problemTitle(const FileProblems& problems, int partly);
    void fileEnded(const QString& name, const QString& problem);
    void beginExport(std::vector<qint64> ids, const QUrl& file, ChatExport::Format format);
    void tellNotExported(ChatExport::Format format, const QString& problem);
    void endExport(const ChatExport& ended);
    QString exportText() const;
    QString importText() const;

    store::Store& m_store;
    ConversationListModel& m_conversations;
    ToastQueue& m_toasts;
    QThreadPool m_pool;
    std::stop_source m_stop;
    std::deque<Import> m_waiting;  ///< understood, not in the store yet
    QTimer m_nextSome;
    std::vector<std::unique_ptr<ChatExport>> m_exports;
    std::vector<std::unique_ptr<ChatDuplicate>> m_duplicates;
    int m_pending = 0;  ///< files
    int m_taken = 0;
    FileProblems m_problems;  ///< of the files that are read together
    int m_partly = 0;         ///< of them: files that have chats that were read, too
    qint64 m_last = 0;        ///< the last chat that was taken
};

}  // namespace hearth::app

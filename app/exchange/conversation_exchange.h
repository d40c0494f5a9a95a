#pragma once

#include <QtQml/qqmlregistration.h>
#include <QList>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QUrl>

#include "exchange/exchanged_conversation.h"
#include "store/store.h"

namespace hearth::app {

class ConversationListModel;
class ToastQueue;

/// Saves conversations as files and takes in those of other programs. Files are read and understood on a
/// worker thread. GUI thread.
class ConversationExchange : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    Q_PROPERTY(bool importing READ isImporting NOTIFY importingChanged)

public:
    ConversationExchange(store::Store& store, ConversationListModel& conversations, ToastQueue& toasts,
                         QObject* parent = nullptr);
    ~ConversationExchange() override;

    bool isImporting() const { return m_pending > 0; }
    /// A file name for a conversation, without folder: its title, with what file systems do not take left
    /// out.
    Q_INVOKABLE QString fileName(qint64 conversationId, const QString& ending) const;
    /// Writes the file whole or not at all; ".json" keeps everything, every other ending is Markdown.
    Q_INVOKABLE bool exportTo(qint64 conversationId, const QUrl& file);
    /// The visible branch as Markdown, for the clipboard.
    Q_INVOKABLE QString markdown(qint64 conversationId) const;
    /// Takes in every chat of the files and opens the last.
    Q_INVOKABLE void importFiles(const QList<QUrl>& files);

signals:
    void importingChanged();
    void imported(int conversations);
    void failed(const QString& title, const QString& body);

private:
    void take(const QString& name, const std::vector<ExchangedConversation>& conversations,
              const QString& problem);

    store::Store& m_store;
    ConversationListModel& m_conversations;
    ToastQueue& m_toasts;
    QThreadPool m_pool;
    int m_pending = 0;
    int m_taken = 0;
};

}  // namespace hearth::app

#include "exchange/conversation_exchange.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "chat/conversation_list_model.h"
#include "chat/conversation_title.h"
#include "exchange/chat_importers.h"
#include "exchange/hearth_json.h"
#include "exchange/markdown_export.h"
#include "files/regular_file.h"
#include "window/toast_queue.h"

namespace hearth::app {

ConversationExchange::ConversationExchange(store::Store& store, ConversationListModel& conversations,
                                           ToastQueue& toasts, QObject* parent)
    : QObject(parent), m_store(store), m_conversations(conversations), m_toasts(toasts) {
    m_pool.setMaxThreadCount(1);
}

ConversationExchange::~ConversationExchange() {
    m_pool.clear();
    m_pool.waitForDone();
}

QString ConversationExchange::fileName(qint64 conversationId, const QString& ending) const {
    QString name;
    if (const auto conversation = m_store.conversations().find(conversationId)) name = conversation->title;
    for (QChar& c : name)
        if (QStringLiteral("/\\:*?\"<>|").contains(c) || !c.isPrint()) c = u' ';
    name = name.simplified().left(80);
    // A name of dots would be hidden or a folder.
    while (name.startsWith(u'.')) name.remove(0, 1);
    return (name.isEmpty() ? tr("Chat") : name) + u'.' + ending;
}

QString ConversationExchange::markdown(qint64 conversationId) const {
    const auto copy = m_store.copyConversation(conversationId);
    return copy ? toMarkdown(*copy) : QString();
}

bool ConversationExchange::exportTo(qint64 conversationId, const QUrl& file) {
    try {
        const auto copy = m_store.copyConversation(conversationId);
        if (!copy) return false;
        const QString path = file.isLocalFile() ? file.toLocalFile() : file.toString();
        const bool isJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
        QSaveFile out(path);
        if (!out.open(QFile::WriteOnly) ||
            out.write(isJson ? toHearthJson(*copy) : toMarkdown(*copy).toUtf8()) < 0 || !out.commit()) {
            emit failed(
                tr("The chat was not saved"),
                tr("%1 could not be written (%2). Choose another folder.").arg(path, out.errorString()));
            return false;
        }
        m_toasts.show(tr("Saved as %1").arg(QFileInfo(path).fileName()));
        return true;
    } catch (const store::StoreError& error) {
        emit failed(tr("The chat was not saved"), error.message());
        return false;
    }
}

void ConversationExchange::importFiles(const QList<QUrl>& files) {
    for (const QUrl& url : files) {
        const QString path = url.isLocalFile() ? url.toLocalFile() : url.toString();
        if (++m_pending == 1) emit importingChanged();
        m_pool.start([this, path] {
            std::vector<ExchangedConversation> conversations;
            QString problem;
            QFile file(path);
            try {
                if (const QString why = openRegularFile(file); why.isEmpty())
                    conversations = importChats(file.readAll());
                else
                    problem = tr("It could not be read (%1).").arg(why);
            } catch (const ImportError& error) {
                problem = error.message();
            } catch (const std::bad_alloc&) {
                problem = tr("There is not enough memory to read it.");
            }
            QMetaObject::invokeMethod(
                this, [=, this] { take(QFileInfo(path).fileName(), conversations, problem); },
                Qt::QueuedConnection);
        });
    }
}

void ConversationExchange::take(const QString& name, const std::vector<ExchangedConversation>& conversations,
                                const QString& problem) {
    QString sentence = problem;
    qint64 last = 0;
    try {
        for (ExchangedConversation conversation : conversations) {
            if (conversation.conversation.title.simplified().isEmpty()) {
                const QString first = conversation.messages.front().text;
                conversation.conversation.title = titleFromMessage(first);
            }
            last = m_store.addConversation(conversation);
            ++m_taken;
        }
    } catch (const store::StoreError& error) {
        sentence = error.message();
    }
    if (!sentence.isEmpty()) emit failed(tr("%1 was not imported").arg(name), sentence);
    if (last != 0) m_conversations.reload();
    if (--m_pending > 0) return;
    const int taken = std::exchange(m_taken, 0);
    emit importingChanged();
    if (taken > 0) {
        m_toasts.show(taken == 1 ? tr("1 chat imported") : tr("%1 chats imported").arg(taken));
        if (last != 0) m_conversations.open(last);
    }
    emit imported(taken);
}

}  // namespace hearth::app

#include "exchange/conversation_exchange.h"

#include <QDate>
#include <QFileInfo>
#include <QSaveFile>
#include <new>
#include <span>
#include <utility>

#include "chat/conversation_list_model.h"
#include "chat/conversation_title.h"
#include "exchange/chat_importers.h"
#include "exchange/hearth_json.h"
#include "exchange/markdown_export.h"
#include "look/spoken_locale.h"
#include "notices/toast_queue.h"

namespace hearth::app {

namespace {
/// Of the window's time at once.
constexpr int sliceMs = 10;
/// A chat of so many messages has a progress of its own.
constexpr size_t longChat = 2000;
}  // namespace

ConversationExchange::ConversationExchange(store::Store& store, ConversationListModel& conversations,
                                           ToastQueue& toasts, QObject* parent)
    : QObject(parent), m_store(store), m_conversations(conversations), m_toasts(toasts), m_nextSome(this) {
    m_pool.setMaxThreadCount(1);
    connect(&m_nextSome, &QTimer::timeout, this, &ConversationExchange::storeSome);
}

ConversationExchange::~ConversationExchange() {
    m_stop.request_stop();
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
        m_pool.start([this, path, stop = m_stop.get_token()] {
            std::vector<ExchangedConversation> conversations;
            QString problem;
            try {
                conversations = importChatFile(path, stop);
                for (ExchangedConversation& chat : conversations)
                    if (chat.conversation.title.simplified().isEmpty())
                        chat.conversation.title = titleFromMessage(chat.messages.front().text);
            } catch (const ImportError& error) {
                problem = error.message();
            } catch (const std::bad_alloc&) {
                problem = tr("There is not enough memory to read it.");
            }
            if (stop.stop_requested()) return;
            QMetaObject::invokeMethod(
                this,
                [=, this, chats = std::move(conversations)]() mutable {
                    if (!stop.stop_requested())
                        take({QFileInfo(path).fileName(), std::move(chats), nullptr}, problem);
                },
                Qt::QueuedConnection);
        });
    }
    emit progressChanged();
}

void ConversationExchange::take(Import file, const QString& problem) {
    if (!problem.isEmpty()) return fileEnded(file.name, problem);
    m_waiting.push_back(std::move(file));
    m_nextSome.start();
}

void ConversationExchange::storeSome() {
    Import& file = m_waiting.front();
    QString problem;
    bool isWhole = false;
    if (!file.writer) file.writer = std::make_unique<store::ConversationWriter>(m_store, file.chats);
    const size_t before = file.writer->completed();
    try {
        isWhole = !file.writer->writeSome(sliceMs);
    } catch (const store::StoreError& error) {
        problem = error.message();
    }
    m_taken += static_cast<int>(file.writer->completed() - before);
    if (file.writer->last() != 0) m_last = file.writer->last();
    emit progressChanged();
    if (problem.isEmpty() && !isWhole) return;
    const QString name = file.name;
    m_waiting.pop_front();
    if (m_waiting.empty()) m_nextSome.stop();
    fileEnded(name, problem);
}

void ConversationExchange::fileEnded(const QString& name, const QString& problem) {
    if (!problem.isEmpty()) emit failed(tr("%1 was not imported").arg(name), problem);
    if (--m_pending > 0) return;
    const int taken = std::exchange(m_taken, 0);
    const qint64 last = std::exchange(m_last, 0);
    if (last != 0) m_conversations.reload();
    emit importingChanged();
    emit progressChanged();
    if (taken > 0) {
        m_toasts.show(taken == 1 ? tr("1 chat imported") : tr("%1 chats imported").arg(taken));
        m_conversations.open(last);
    }
    emit imported(taken);
}

void ConversationExchange::cancel() {
    if (m_export) {
        m_export->cancel();
        m_export.release()->deleteLater();
        emit progressChanged();
    }
    if (m_pending == 0) return;
    m_stop.request_stop();
    m_stop = {};
    m_pool.clear();
    m_waiting.clear();
    m_nextSome.stop();
    m_pending = 1;
    fileEnded({}, {});
}

QString ConversationExchange::progressText() const {
    const QLocale locale = spokenLocale();
    if (m_export)
        return tr("Exporting chats: %1 of %2")
            .arg(locale.toString(static_cast<qulonglong>(m_export->done())),
                 locale.toString(static_cast<qulonglong>(m_export->total())));
    if (m_pending == 0) return {};
    if (m_waiting.empty()) return tr("Reading the chats…");
    size_t left = 0;
    for (const Import& file : m_waiting)
        left += file.chats.size() - (file.writer ? file.writer->completed() : 0);
    const QString chats =
        tr("Importing chats: %1 of %2")
            .arg(locale.toString(m_taken),
                 locale.toString(static_cast<qulonglong>(left) + static_cast<qulonglong>(m_taken)));
    const Import& file = m_waiting.front();
    const size_t at = file.writer ? file.writer->completed() : 0;
    const size_t messages = at < file.chats.size() ? file.chats[at].messages.size() : 0;
    if (messages < longChat || !file.writer) return chats;
    return tr("%1 (%2 of %3 messages)")
        .arg(chats, locale.toString(static_cast<qulonglong>(file.writer->messagesWritten())),
             locale.toString(static_cast<qulonglong>(messages)));
}

QString ConversationExchange::allFileName() const {
    return QStringLiteral("hearth-chats-%1.json").arg(QDate::currentDate().toString(Qt::ISODate));
}

void ConversationExchange::exportAllTo(const QUrl& file) {
    if (m_export) return;
    m_export =
        std::make_unique<AllChatsExport>(m_store, file.isLocalFile() ? file.toLocalFile() : file.toString());
    connect(m_export.get(), &AllChatsExport::progressed, this, &ConversationExchange::progressChanged);
    connect(m_export.get(), &AllChatsExport::ended, this, [this](const QString& problem) {
        const QString name = QFileInfo(m_export->path()).fileName();
        // It is the one that is calling.
        m_export.release()->deleteLater();
        emit progressChanged();
        if (problem.isEmpty())
            m_toasts.show(tr("Saved as %1").arg(name));
        else
            emit failed(tr("The chats were not exported"), problem);
    });
    emit progressChanged();
    m_export->start();
}

void ConversationExchange::duplicate(qint64 conversationId) {
    try {
        auto copy = m_store.copyConversation(conversationId);
        if (!copy || copy->messages.empty()) return;
        copy->conversation.title = tr("%1 (copy)").arg(copy->conversation.title);
        copy->conversation.pinned = false;
        copy->conversation.createdAt = copy->conversation.updatedAt = 0;
        for (store::Message& message : copy->messages)
            if (message.state == store::MessageState::Streaming)
                message.state = store::MessageState::Interrupted;
        store::ConversationWriter writer(m_store, std::span(&*copy, 1));
        writer.writeAll();
        m_conversations.reload();
        m_conversations.open(writer.last());
    } catch (const store::StoreError& error) {
        emit failed(tr("The chat was not duplicated"), error.message());
    }
}

}  // namespace hearth::app

#include "exchange/conversation_exchange.h"

#include <QDate>
#include <QFileInfo>
#include <algorithm>
#include <new>
#include <utility>

#include "chat/conversation_list_model.h"
#include "chat/conversation_title.h"
#include "exchange/import_child.h"
#include "look/spoken_locale.h"
#include "notices/toast_queue.h"

namespace hearth::app {

namespace {
/// Of the window's time at once.
constexpr int sliceMs = 10;
/// A chat of so many messages has a progress of its own.
constexpr size_t longChat = 2000;

QString pathOf(const QUrl& file) {
    return file.isLocalFile() ? file.toLocalFile() : file.toString();
}
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

void ConversationExchange::exportTo(qint64 conversationId, const QUrl& file) {
    const bool isJson = pathOf(file).endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    const ChatExport::Format format = isJson ? ChatExport::Format::Json : ChatExport::Format::Markdown;
    try {
        if (m_store.conversations().find(conversationId)) beginExport({conversationId}, file, format);
    } catch (const store::StoreError& error) {
        tellNotExported(format, error.message());
    }
}

void ConversationExchange::exportAllTo(const QUrl& file) {
    std::vector<qint64> ids;
    try {
        for (const store::Conversation& conversation : m_store.conversations().titles())
            ids.push_back(conversation.id);
    } catch (const store::StoreError& error) {
        return tellNotExported(ChatExport::Format::JsonList, error.message());
    }
    beginExport(std::move(ids), file, ChatExport::Format::JsonList);
}

void ConversationExchange::tellNotExported(ChatExport::Format format, const QString& problem) {
    emit failed(format == ChatExport::Format::JsonList ? tr("The chats were not exported")
                                                       : tr("The chat was not saved"),
                problem);
}

void ConversationExchange::beginExport(std::vector<qint64> ids, const QUrl& file, ChatExport::Format format) {
    auto& made = *m_exports.emplace_back(std::make_unique<ChatExport>(m_store, pathOf(file), format));
    connect(&made, &ChatExport::progressed, this, &ConversationExchange::progressChanged);
    connect(&made, &ChatExport::ended, this, [this, &made, format](const QString& problem) {
        const QString name = QFileInfo(made.path()).fileName();
        endExport(made);
        if (problem.isEmpty())
            m_toasts.show(tr("Saved as %1").arg(name));
        else
            tellNotExported(format, problem);
    });
    made.start(std::move(ids));
    emit progressChanged();
}

void ConversationExchange::endExport(const ChatExport& ended) {
    const auto at = std::ranges::find(m_exports, &ended, &std::unique_ptr<ChatExport>::get);
    // It is the one that is calling.
    at->release()->deleteLater();
    m_exports.erase(at);
    emit progressChanged();
}

void ConversationExchange::importFiles(const QList<QUrl>& files) {
    for (const QUrl& url : files) {
        const QString path = pathOf(url);
        if (++m_pending == 1) emit importingChanged();
        m_pool.start([this, path, stop = m_stop.get_token()] {
            ImportedChats read;
            try {
                read = importChatFile(path, stop);
                for (ExchangedConversation& chat : read.chats)
                    if (chat.conversation.title.simplified().isEmpty())
                        chat.conversation.title = titleFromMessage(chat.messages.front().text);
            } catch (const ImportError& error) {
                read.problem = error.message();
            } catch (const std::bad_alloc&) {
                read.problem = tr("There is not enough memory to read it.");
            }
            if (stop.stop_requested()) return;
            QMetaObject::invokeMethod(
                this,
                [=, this, read = std::move(read)]() mutable {
                    if (!stop.stop_requested()) take(QFileInfo(path).fileName(), std::move(read));
                },
                Qt::QueuedConnection);
        });
    }
    emit progressChanged();
}

void ConversationExchange::take(const QString& name, ImportedChats read) {
    if (read.chats.empty()) return fileEnded(name, read.problem);
    if (read.unread > 0) {
        ++m_partly;
        m_problems.add(name, read.unread == 1 ? tr("1 chat in it could not be read. %1").arg(read.problem)
                                              : tr("%1 chats in it could not be read. %2")
                                                    .arg(spokenLocale().toString(read.unread), read.problem));
    }
    m_waiting.push_back({name, std::move(read.chats), nullptr});
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
    if (!problem.isEmpty()) m_problems.add(name, problem);
    if (--m_pending > 0) return;
    const FileProblems problems = std::exchange(m_problems, {});
    const int partly = std::exchange(m_partly, 0);
    const int taken = std::exchange(m_taken, 0);
    const qint64 last = std::exchange(m_last, 0);
    if (last != 0) m_conversations.reload();
    emit importingChanged();
    emit progressChanged();
    if (taken > 0) {
        m_toasts.show(taken == 1 ? tr("1 chat imported") : tr("%1 chats imported").arg(taken));
        m_conversations.open(last);
    }
    if (!problems.isEmpty()) emit failed(problemTitle(problems, partly), problems.text());
    emit imported(taken);
}

QString ConversationExchange::problemTitle(const FileProblems& problems, int partly) {
    if (problems.count() == 1)
        return (partly == 0 ? tr("%1 was not imported") : tr("%1 was imported in part"))
            .arg(problems.firstName());
    return (partly == 0 ? tr("%1 files were not imported")
                        : tr("%1 files were not imported, or only in part"))
        .arg(spokenLocale().toString(problems.count()));
}

void ConversationExchange::cancel() {
    for (const auto& one : m_exports) one->cancel();
    m_exports.clear();
    m_duplicates.clear();
    emit progressChanged();
    if (m_pending == 0) return;
    m_stop.request_stop();
    m_stop = {};
    m_pool.clear();
    m_waiting.clear();
    m_nextSome.stop();
    m_pending = 1;
    m_problems = {};
    m_partly = 0;
    fileEnded({}, {});
}

QString ConversationExchange::progressText() const {
    const QString exporting = exportText();
    if (!exporting.isEmpty()) return exporting;
    for (const auto& one : m_duplicates)
        if (one->messagesRead() >= longChat) return tr("Duplicating the chat…");
    return importText();
}

QString ConversationExchange::exportText() const {
    const QLocale locale = spokenLocale();
    for (const auto& one : m_exports) {
        if (one->total() > 1)
            return tr("Exporting chats: %1 of %2")
                .arg(locale.toString(static_cast<qulonglong>(one->done())),
                     locale.toString(static_cast<qulonglong>(one->total())));
        if (one->messagesRead() >= longChat)
            return tr("Exporting the chat: %1 messages")
                .arg(locale.toString(static_cast<qulonglong>(one->messagesRead())));
    }
    return {};
}

QString ConversationExchange::importText() const {
    if (m_pending == 0) return {};
    if (m_waiting.empty()) return tr("Reading the chats…");
    const QLocale locale = spokenLocale();
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

void ConversationExchange::duplicate(qint64 conversationId) {
    auto& made = *m_duplicates.emplace_back(std::make_unique<ChatDuplicate>(m_store, conversationId));
    connect(&made, &ChatDuplicate::ended, this, [this, &made](qint64 copyId, const QString& problem) {
        const auto at = std::ranges::find(m_duplicates, &made, &std::unique_ptr<ChatDuplicate>::get);
        at->release()->deleteLater();
        m_duplicates.erase(at);
        emit progressChanged();
        if (!problem.isEmpty()) emit failed(tr("The chat was not duplicated"), problem);
        if (copyId == 0) return;
        m_conversations.reload();
        m_conversations.open(copyId);
    });
    made.start();
}

}  // namespace hearth::app

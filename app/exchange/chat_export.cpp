#include "exchange/chat_export.h"

#include <QElapsedTimer>
#include <new>
#include <utility>

#include "exchange/hearth_json.h"
#include "exchange/markdown_export.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {
/// Of the window's time at once.
constexpr int exportSliceMs = 10;
}  // namespace

ChatExport::ChatExport(store::Store& store, const QString& path, Format format, QObject* parent,
                       qint64 mostBytes)
    : QObject(parent),
      m_store(store),
      m_format(format),
      m_mostBytes(mostBytes),
      m_file(path),
      m_slices(this) {
    m_writer.setMaxThreadCount(1);
    connect(&m_slices, &QTimer::timeout, this, &ChatExport::readSome);
}

ChatExport::~ChatExport() {
    m_writer.waitForDone();
}

void ChatExport::start(std::vector<qint64> ids) {
    m_ids = std::move(ids);
    if (!m_file.open(QFile::WriteOnly) || (m_format == Format::JsonList && m_file.write("[") < 0))
        return end(notWritten());
    m_slices.start();
}

void ChatExport::readSome() {
    try {
        QElapsedTimer time;
        time.start();
        while (m_next < m_ids.size() && time.elapsed() < exportSliceMs) {
            if (!m_reader) m_reader = std::make_unique<store::ConversationReader>(m_store, m_ids[m_next]);
            const bool isMore = m_reader->readSome(exportSliceMs);
            m_messagesRead = m_reader->messagesRead();
            if (isMore) break;
            std::optional<store::ConversationCopy> copy = std::exchange(m_reader, nullptr)->take();
            // Perhaps erased meanwhile.
            const bool isWanted = copy && (m_format != Format::JsonList ||
                                           (copy->conversation.deletedAt == 0 && !copy->messages.empty()));
            if (isWanted) return write(std::move(*copy));
            ++m_next;
        }
    } catch (const store::StoreError& error) {
        return end(error.message());
    }
    emit progressed();
    if (m_next == m_ids.size()) resume();
}

void ChatExport::write(store::ConversationCopy copy) {
    m_slices.stop();
    const char* before = m_format != Format::JsonList ? "" : std::exchange(m_wroteAny, true) ? ",\n" : "\n";
    m_writer.start([this, before, copy = std::move(copy)] {
        QString problem;
        try {
            m_file.write(before);
            m_file.write(m_format == Format::Markdown ? toMarkdown(copy).toUtf8() : toHearthJson(copy));
        } catch (const std::bad_alloc&) {
            problem = tr("There is not enough memory. Close other programs and try again.");
        }
        QMetaObject::invokeMethod(
            this,
            [this, problem] {
                if (m_ended) return;
                if (!problem.isEmpty()) return end(problem);
                ++m_next;
                emit progressed();
                resume();
            },
            Qt::QueuedConnection);
    });
}

void ChatExport::resume() {
    if (isTooLarge()) return end(tooLarge());
    if (m_next < m_ids.size() && m_file.error() == QFile::NoError) return m_slices.start();
    if (m_format == Format::JsonList) m_file.write("]\n");
    end(m_file.commitWhole() ? QString() : notWritten());
}

QString ChatExport::notWritten() const {
    return tr("%1 could not be written (%2). Choose another folder.").arg(path(), m_file.errorString());
}

QString ChatExport::tooLarge() const {
    return tr("In one file this takes more than %1, and no larger file can be imported again. Make a backup "
              "of all chats instead.")
        .arg(spokenLocale().formattedDataSize(m_mostBytes, 0, QLocale::DataSizeSIFormat));
}

void ChatExport::cancel() {
    m_ended = true;
    m_slices.stop();
    m_writer.waitForDone();
    m_file.cancelWriting();
    disconnect();
}

void ChatExport::end(const QString& problem) {
    m_ended = true;
    m_slices.stop();
    if (!problem.isEmpty()) m_file.cancelWriting();
    emit ended(problem);
}

}  // namespace hearth::app

#include "moc_chat_export.cpp"

#include "exchange/all_chats_export.h"

#include <QElapsedTimer>

#include "exchange/hearth_json.h"

namespace hearth::app {

namespace {
/// Of the window's time at once.
constexpr int exportSliceMs = 10;
}  // namespace

AllChatsExport::AllChatsExport(store::Store& store, const QString& path, QObject* parent)
    : QObject(parent), m_store(store), m_file(path), m_next(this) {
    connect(&m_next, &QTimer::timeout, this, &AllChatsExport::writeSome);
}

void AllChatsExport::start() {
    try {
        for (const store::Conversation& conversation : m_store.conversations().titles())
            m_ids.push_back(conversation.id);
    } catch (const store::StoreError& error) {
        return end(error.message());
    }
    if (!m_file.open(QFile::WriteOnly) || m_file.write("[") < 0)
        return end(
            tr("%1 could not be written (%2). Choose another folder.").arg(path(), m_file.errorString()));
    m_next.start();
}

void AllChatsExport::writeSome() {
    QElapsedTimer time;
    time.start();
    try {
        while (m_done < m_ids.size() && time.elapsed() < exportSliceMs) {
            // Perhaps erased meanwhile.
            const auto copy = m_store.copyConversation(m_ids[m_done++]);
            if (!copy || copy->conversation.deletedAt != 0 || copy->messages.empty()) continue;
            m_file.write(m_wroteAny ? ",\n" : "\n");
            m_file.write(toHearthJson(*copy));
            m_wroteAny = true;
        }
    } catch (const store::StoreError& error) {
        return end(error.message());
    }
    emit progressed();
    if (m_done < m_ids.size() && m_file.error() == QFile::NoError) return;
    m_file.write("]\n");
    if (!m_file.commit())
        return end(
            tr("%1 could not be written (%2). Choose another folder.").arg(path(), m_file.errorString()));
    end({});
}

void AllChatsExport::cancel() {
    m_next.stop();
    m_file.cancelWriting();
    disconnect();
}

void AllChatsExport::end(const QString& problem) {
    m_next.stop();
    if (!problem.isEmpty()) m_file.cancelWriting();
    emit ended(problem);
}

}  // namespace hearth::app

#include "moc_all_chats_export.cpp"

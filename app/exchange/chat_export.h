#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <memory>
#include <vector>

#include "exchange/chat_importers.h"
#include "files/whole_file.h"
#include "store/conversation_reader.h"
#include "store/store.h"

namespace hearth::app {

/// Writes chats into one file: read from the store a few milliseconds at a time, made into text on a thread
/// of its own, so that the window goes on however long they are. The file is there when all of it is, or not
/// at all. GUI thread.
class ChatExport : public QObject {
    Q_OBJECT

public:
    enum class Format {
        Markdown,  ///< of one chat, see toMarkdown()
        Json,      ///< of one chat, see toHearthJson()
        JsonList   ///< an array of these
    };

    /// `mostBytes`: the most of a JSON file; a larger one could not be imported again.
    ChatExport(store::Store& store, const QString& path, Format format, QObject* parent = nullptr,
               qint64 mostBytes = maxImportBytes);
    ~ChatExport() override;

    /// Chats that are in the trash or empty are left out of a list.
    void start(std::vector<qint64> ids);
    /// Leaves no file; nothing is heard of it afterwards.
    void cancel();
    /// Chats.
    size_t done() const { return m_next; }
    size_t total() const { return m_ids.size(); }
    /// Messages of the chat that is being read, or was read last.
    size_t messagesRead() const { return m_messagesRead; }
    QString path() const { return m_file.fileName(); }

signals:
    void progressed();
    /// The last signal; one sentence when it failed.
    void ended(const QString& problem);

private:
    void readSome();
    void write(store::ConversationCopy copy);
    void resume();
    void end(const QString& problem);
    QString notWritten() const;
    bool isTooLarge() const { return m_format != Format::Markdown && m_file.size() > m_mostBytes; }
    QString tooLarge() const;

    store::Store& m_store;
    const Format m_format;
    const qint64 m_mostBytes;
    WholeFile m_file;
    std::vector<qint64> m_ids;
    size_t m_next = 0, m_messagesRead = 0;
    bool m_wroteAny = false, m_ended = false;
    std::unique_ptr<store::ConversationReader> m_reader;  ///< of the chat m_next; none while it is written
    QTimer m_slices;
    QThreadPool m_writer;  ///< one thread, which alone has the file while it writes
};

}  // namespace hearth::app

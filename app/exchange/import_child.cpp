#include "exchange/import_child.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QLocale>
#include <QtEndian>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "exchange/hearth_json.h"
#include "files/regular_file.h"
#include "hearth/platform/run_child.h"
#include "hearth/platform/sandbox.h"

namespace hearth::app {

namespace {

struct ChildText {
    Q_DECLARE_TR_FUNCTIONS(Exchange)
};

enum ImportChildStatus { ImportRead = 0, ImportNoMemory = 3 };

/// Output: records, each with a head: its kind, and the size of what follows, both in 4 bytes, little-endian.
enum class Record : quint32 {
    Chat = 1,  ///< in Hearth's own form
    End = 2    ///< number of unread entries in 4 bytes, then the sentence about the first of them
};
constexpr qsizetype recordHeadBytes = 8;
constexpr qsizetype mostSentenceBytes = 4000;

QString brokenText() {
    return ChildText::tr(
        "It is damaged, or takes too much time or memory to read. Export the chats in parts.");
}

QByteArray fourBytes(quint32 value) {
    QByteArray bytes(sizeof value, Qt::Uninitialized);
    qToLittleEndian(value, bytes.data());
    return bytes;
}

void writeRecord(Record kind, const QByteArray& bytes) {
    const QByteArray head =
        fourBytes(static_cast<quint32>(kind)) + fourBytes(static_cast<quint32>(bytes.size()));
    for (const QByteArray& part : {head, bytes})
        if (!platform::writeChildOutput(
                std::as_bytes(std::span(part.constData(), static_cast<size_t>(part.size())))))
            platform::endNow(1);
}

void writeEnd(int unread, const QString& problem) {
    writeRecord(Record::End,
                fourBytes(static_cast<quint32>(unread)) + problem.toUtf8().left(mostSentenceBytes));
}

void writeChats(ImportedChats read) {
    for (ExchangedConversation& chat : read.chats) {
        const QByteArray json = toHearthJson(std::exchange(chat, {}));
        if (json.size() <= mostChatBytes) {
            writeRecord(Record::Chat, json);
            continue;
        }
        ++read.unread;
        if (read.problem.isEmpty()) read.problem = brokenText();
    }
    writeEnd(read.unread, read.problem);
}

}  // namespace

bool isImportChild(int argc, const char* const argv[]) {
    return argc == 3 && std::strcmp(argv[1], importChildArgument) == 0;
}

int serveImport() {
    platform::limitChild(importMemoryBytes, importCpuSeconds);
    try {
        QFile file;
        const bool isArchive =
            file.open(platform::standardInput.descriptor(), QFile::ReadOnly) && file.peek(4) == archiveMark;
        const QByteArray bytes = isArchive ? QByteArray() : file.read(maxImportBytes);
        (void)platform::tryEnterSandbox({});
        try {
            writeChats(isArchive ? importArchive(file) : importChats(bytes));
        } catch (const ImportError& error) {
            writeEnd(0, error.message());
        }
        return ImportRead;
    } catch (const std::bad_alloc&) {
        return ImportNoMemory;
    }
}

void ImportOutput::take(const QByteArray& bytes) {
    if (m_isBroken) return;
    m_bytes += bytes;
    while (!m_isBroken && takeRecord()) {
    }
}

bool ImportOutput::takeRecord() {
    if (m_bytes.size() < recordHeadBytes) return false;
    const auto kind = static_cast<Record>(qFromLittleEndian<quint32>(m_bytes.constData()));
    const qint64 size = qFromLittleEndian<quint32>(m_bytes.constData() + 4);
    const qint64 most = kind == Record::Chat ? mostChatBytes : mostSentenceBytes + 4;
    m_isBroken = m_hasEnded || (kind != Record::Chat && kind != Record::End) || size > most;
    if (m_isBroken || m_bytes.size() - recordHeadBytes < size) return false;
    QByteArray record = m_bytes.sliced(recordHeadBytes, size);
    m_bytes.remove(0, recordHeadBytes + size);
    if (kind == Record::Chat)
        takeChat(record);
    else
        takeEnd(std::move(record));
    return true;
}

void ImportOutput::takeChat(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    try {
        ExchangedConversation chat = fromHearthJson(document.object());
        m_isBroken = chat.messages.empty();
        if (!m_isBroken) m_read.chats.push_back(std::move(chat));
    } catch (const ImportError&) {
        m_isBroken = true;
    }
}

void ImportOutput::takeEnd(QByteArray told) {
    m_hasEnded = true;
    m_isBroken = told.size() < 4;
    if (m_isBroken) return;
    m_read.unread = static_cast<int>(qFromLittleEndian<quint32>(told.constData()) & 0x7fffffffU);
    m_read.problem = QString::fromUtf8(told.mid(4)).simplified();
}

ImportedChats ImportOutput::taken() {
    if (m_isBroken || !m_hasEnded || !m_bytes.isEmpty()) throw ImportError(brokenText());
    if (m_read.chats.empty()) throw ImportError(m_read.problem.isEmpty() ? brokenText() : m_read.problem);
    return std::move(m_read);
}

ImportedChats importChatFile(const QString& path, const std::stop_token& stop, const QString& program) {
    QFile file(path);
    if (const QString why = openRegularFile(file); !why.isEmpty())
        throw ImportError(ChildText::tr("It could not be read (%1).").arg(why));
    // Of an archive, which may have pictures beside the chats, only the chats are read.
    if (file.peek(4) != archiveMark && file.size() > maxImportBytes)
        throw ImportError(
            ChildText::tr("It has %1 MB; files up to %2 MB can be imported. Export the chats in parts.")
                .arg(file.size() >> 20)
                .arg(maxImportBytes >> 20));
    ImportOutput output;
    const platform::ChildCommand command{
        .words = {program.toStdString(), importChildArgument, QLocale().name().toStdString()},
        .inputFile = "/proc/self/fd/" + std::to_string(file.handle()),
        .mostBytes = static_cast<size_t>(mostImportOutput),
        .longest = std::chrono::milliseconds(importWaitMs)};
    const platform::ChildEnd end = platform::runChild(
        command,
        [&output](std::span<const std::byte> bytes) {
            output.take(QByteArray::fromRawData(reinterpret_cast<const char*>(bytes.data()),
                                                static_cast<qsizetype>(bytes.size())));
        },
        stop);
    if (end.kind == platform::ChildEnd::Kind::Stopped) return {};
    if (end.kind == platform::ChildEnd::Kind::NotStarted)
        throw ImportError(
            ChildText::tr("It could not be read (%1).").arg(QString::fromStdString(end.reason)));
    if (end.kind == platform::ChildEnd::Kind::Exited && end.status == ImportNoMemory) throw std::bad_alloc();
    if (end.kind != platform::ChildEnd::Kind::Exited || end.status != ImportRead)
        throw ImportError(brokenText());
    return output.taken();
}

}  // namespace hearth::app

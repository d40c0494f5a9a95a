#pragma once

#include <QString>
#include <stop_token>

#include "exchange/chat_importers.h"
#include "hearth/platform/process.h"

namespace hearth::app {

/// Argument that starts the program as the child that reads chats of other programs; the language of the
/// window follows ("de_DE"), for sentences about the file.
inline constexpr char importChildArgument[] = "--read-import";

/// Limits of the child, and of how long its parent waits: it parses maxImportBytes.
inline constexpr unsigned long importMemoryBytes = 8UL << 30U;
inline constexpr unsigned long importCpuSeconds = 600;
inline constexpr int importWaitMs = 1'200'000;
/// Largest output of the child, and largest chat in it.
inline constexpr qint64 mostImportOutput = 4LL << 30, mostChatBytes = 1LL << 30;

/// Reads the chats of a file in a child process of `program`, which calls serveImport(): importChats(), in a
/// sandbox without network, programs and files. Whatever the child says is checked as a file of Hearth's own
/// would be. Throws ImportError, also for what cannot be read, is too large or is no ordinary file, and
/// std::bad_alloc. Any thread that may wait.
ImportedChats importChatFile(const QString& path, const std::stop_token& stop = {},
                             const QString& program = QString::fromUtf8(platform::ownProgram()));

/// Returns true if a program was called to be the child.
bool isImportChild(int argc, const char* const argv[]);
/// The whole of a process that reads chats from the file on standard input and writes them to standard
/// output, in Hearth's own form (hearth_json.h). Before any thread. Returns the exit status.
int serveImport();

/// The output of the child, taken apart piece by piece. For tests.
class ImportOutput {
public:
    void take(const QByteArray& bytes);
    /// Throws ImportError with what the child said where there are no chats, or where it said nothing that is
    /// whole.
    ImportedChats taken();

private:
    bool takeRecord();
    void takeChat(const QByteArray& json);
    void takeEnd(QByteArray told);

    QByteArray m_bytes;
    ImportedChats m_read;
    bool m_hasEnded = false, m_isBroken = false;
};

}  // namespace hearth::app

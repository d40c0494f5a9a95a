#pragma once

#include <QString>
#include <QStringList>
#include <mutex>

namespace hearth::app {

/// The errors of the program in a file, for the report of the About page: one line each, with the time and
/// what it concerns, never the text of a chat (the callers see to that). The file is `hearth.log` in a
/// folder that only its owner can enter. At 256 KB it becomes `hearth.log.1` and a new one is begun, so both
/// together stay below 513 KB. Nothing here throws or warns: an error that cannot be written is dropped. All
/// threads.
class ErrorLog {
public:
    static constexpr int maxFileBytes = 256 * 1024;
    static constexpr int maxLineLength = 500;  ///< of a sentence; what is longer is cut

    /// `folder` is made with the first error; empty: nothing is written.
    explicit ErrorLog(QString folder);

    const QString& folder() const { return m_folder; }

    /// Writes a line. `context` is a word or two ("download"). The sentence that was written last for the
    /// same context is not written again.
    void add(const QString& context, const QString& sentence) noexcept;

    /// The last lines, at most `count`, the oldest first.
    QStringList lastLines(int count) const;

private:
    void write(const QByteArray& line);

    const QString m_folder, m_file, m_older;
    mutable std::mutex m_mutex;
    QString m_last;
};

}  // namespace hearth::app

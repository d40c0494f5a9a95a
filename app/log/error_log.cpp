#include "log/error_log.h"

#include <QDateTime>
#include <QFile>
#include <cstdio>
#include <utility>

#include "hearth/platform/file.h"
#include "store/private_folder.h"

namespace hearth::app {

namespace {

QString inFolder(const QString& folder, const char* name) {
    return folder.isEmpty() ? QString() : folder + u'/' + QLatin1String(name);
}

/// The whole lines of a log file, none when it cannot be read.
QStringList logLines(const QString& path) {
    using platform::Open;
    const platform::File file(QFile::encodeName(path).toStdString(),
                              Open::Read | Open::NoLink | Open::NoWait);
    QByteArray bytes(ErrorLog::maxFileBytes, '\0');
    const ptrdiff_t length = file.read(std::span(bytes.data(), static_cast<size_t>(bytes.size())));
    bytes.truncate(static_cast<int>(std::max<ptrdiff_t>(length, 0)));
    return QString::fromUtf8(bytes).split(u'\n', Qt::SkipEmptyParts);
}

}  // namespace

ErrorLog::ErrorLog(QString folder)
    : m_folder(std::move(folder)),
      m_file(inFolder(m_folder, "hearth.log")),
      m_older(inFolder(m_folder, "hearth.log.1")) {
}

void ErrorLog::add(const QString& context, const QString& sentence) noexcept try {
    if (m_folder.isEmpty()) return;
    QString text = context + QStringLiteral(": ") + sentence.left(maxLineLength).simplified();
    // Control characters could hide what stands before them when a terminal shows the file.
    for (QChar& letter : text)
        if (letter.category() == QChar::Other_Control) letter = u' ';
    const std::lock_guard lock(m_mutex);
    if (text == m_last) return;
    m_last = text;
    write((QDateTime::currentDateTime().toString(Qt::ISODate) + u' ' + text + u'\n').toUtf8());
} catch (...) {
    // A log that cannot be written must not become an error of its own.
}

void ErrorLog::write(const QByteArray& line) {
    if (store::makePrivateFolder(QFile::encodeName(m_folder).toStdString())) return;
    const std::string path = QFile::encodeName(m_file).toStdString();
    const auto known = platform::factsOf(path);
    if (known && static_cast<qint64>(known->sizeBytes) + line.size() > maxFileBytes)
        std::rename(path.c_str(), QFile::encodeName(m_older).constData());
    using platform::Open;
    const platform::File file(path, Open::Write | Open::Append | Open::Create | Open::NoLink | Open::NoWait);
    (void)file.write(std::string_view(line.constData(), static_cast<size_t>(line.size())));
}

QStringList ErrorLog::lastLines(int count) const {
    if (m_folder.isEmpty()) return {};
    const std::lock_guard lock(m_mutex);
    QStringList lines = logLines(m_file);
    if (lines.size() < count) lines = logLines(m_older) + lines;
    return lines.mid(std::max(0, static_cast<int>(lines.size()) - count));
}

}  // namespace hearth::app

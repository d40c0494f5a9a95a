#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <stop_token>

namespace hearth::app {

/// Result of a process that read a file.
struct ChildReading {
    enum End {
        Exited,
        NotStarted,
        TooMuch,  ///< took more time or wrote more than it may, or the system ended it
        Stopped,
    } end = NotStarted;
    int status = 0;
    QByteArray output = {};
    bool passes = false;  ///< TooMuch: only of the time that was waited, which others can take up, too
    QString detail = {};  ///< NotStarted: why
};

/// Runs `program` on a file as its standard input and waits, as platform::runChild() does. Any thread that
/// may wait.
ChildReading runReadingChild(const QString& program, const QStringList& arguments, const QString& inputPath,
                             int waitMs, qsizetype mostBytes, const std::stop_token& stop);

}  // namespace hearth::app

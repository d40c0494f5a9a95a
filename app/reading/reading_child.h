#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <stop_token>

namespace hearth::app {

/// What a process that reads somebody's file may take, from now on and for good: it ends with the process
/// that started it, writes no file and no core, and the system ends it at the limits.
void limitReadingChild(quint64 memoryBytes, quint64 cpuSeconds);

/// Standard input, but no more than one byte over `mostBytes`.
QByteArray childInput(qint64 mostBytes);

/// How a process that read a file ended.
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

/// Runs `program` on a file as its standard input and waits. Any thread that may wait.
ChildReading runReadingChild(const QString& program, const QStringList& arguments, const QString& inputPath,
                             int waitMs, qsizetype mostBytes, const std::stop_token& stop);

}  // namespace hearth::app

#pragma once

#include <QCoreApplication>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace hearth::test {

/// Result of a run of hearth-cli.
struct CommandResult {
    int status = -1;  ///< -1: it crashed
    QByteArray output;
    QByteArray error;
};

inline CommandResult runCommand(const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    process.start(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli", arguments);
    process.write(input);
    process.closeWriteChannel();
    CommandResult result;
    // Qt Test ends what takes too long; how long that is, it knows of the build.
    if (process.waitForFinished(-1) && process.exitStatus() == QProcess::NormalExit)
        result.status = process.exitCode();
    result.output = process.readAllStandardOutput();
    result.error = process.readAllStandardError();
    return result;
}

/// The contract for failures: the status, nothing on standard output, one line on standard error.
inline bool isOneLineFailure(const CommandResult& result, int status) {
    return result.status == status && result.output.isEmpty() && result.error.count('\n') == 1 &&
           result.error.endsWith('\n') && result.error.size() > 20;
}

}  // namespace hearth::test

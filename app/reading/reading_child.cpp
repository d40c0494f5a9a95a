#include "reading/reading_child.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <QElapsedTimer>
#include <QProcess>
#include <cstdio>

namespace hearth::app {

namespace {

void limit(__rlimit_resource what, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(what, &both);
}

}  // namespace

void limitReadingChild(quint64 memoryBytes, quint64 cpuSeconds) {
    // It does not outlive the program that asked.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, cpuSeconds);
    limit(RLIMIT_AS, memoryBytes);
    limit(RLIMIT_FSIZE, 0);
}

QByteArray childInput(qint64 mostBytes) {
    QByteArray bytes;
    char block[65536];
    while (const size_t count = fread(block, 1, sizeof block, stdin)) {
        bytes.append(block, static_cast<qsizetype>(count));
        if (bytes.size() > mostBytes) break;
    }
    return bytes;
}

ChildReading runReadingChild(const QString& program, const QStringList& arguments, const QString& inputPath,
                             int waitMs, qsizetype mostBytes, const std::stop_token& stop) {
    QProcess child;
    child.setProgram(program);
    child.setArguments(arguments);
    child.setStandardInputFile(inputPath);
    child.setStandardErrorFile(QProcess::nullDevice());
    child.start();
    const auto ended = [&child](ChildReading::End end) {
        child.kill();
        child.waitForFinished(2000);
        return ChildReading{.end = end};
    };
    if (!child.waitForStarted(5000)) {
        const QString reason = child.errorString();
        ChildReading none = ended(ChildReading::NotStarted);
        none.detail = reason;
        return none;
    }
    QElapsedTimer time;
    time.start();
    QByteArray output;
    while (child.state() != QProcess::NotRunning) {
        if (stop.stop_requested()) return ended(ChildReading::Stopped);
        if (output.size() > mostBytes) return ended(ChildReading::TooMuch);
        if (time.elapsed() > waitMs) {
            ChildReading late = ended(ChildReading::TooMuch);
            late.passes = true;
            return late;
        }
        // In short waits, so that a stop is heard.
        child.waitForReadyRead(50);
        output += child.readAllStandardOutput();
    }
    output += child.readAllStandardOutput();
    // Ended by the system at one of its limits, or by a library itself.
    if (child.exitStatus() != QProcess::NormalExit) return {.end = ChildReading::TooMuch};
    return {.end = ChildReading::Exited, .status = child.exitCode(), .output = output};
}

}  // namespace hearth::app

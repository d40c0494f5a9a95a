#include "mcp/stdio_transport.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTimer>
#include <utility>

#include "hearth/platform/child_process.h"
#include "hearth/platform/process.h"
#include "hearth/platform/program_keeper.h"

namespace hearth::app {

namespace {

// Maximum size of one read, so that a server that sends too much does not block the window.
constexpr qsizetype kReadAtOnce = 256 << 10;
constexpr qsizetype kErrorsKept = 4096;
// Maximum number of bytes that wait for a server that does not read.
constexpr qint64 kMostUnread = 32 << 20;

QProcessEnvironment environmentOf(const StdioTransport::Program& program) {
    const QProcessEnvironment ours = QProcessEnvironment::systemEnvironment();
    QProcessEnvironment theirs;
    for (const QString& name : ours.keys()) {
        static const QStringList needed{"HOME", "USER", "LOGNAME", "PATH",    "SHELL",          "TERM",
                                        "LANG", "TZ",   "TMPDIR",  "DISPLAY", "WAYLAND_DISPLAY"};
        if (needed.contains(name) || name.startsWith("LC_") || name.startsWith("XDG_"))
            theirs.insert(name, ours.value(name));
    }
    for (auto entry = program.environment.cbegin(); entry != program.environment.cend(); ++entry)
        theirs.insert(entry.key(), entry.value());
    return theirs;
}

}  // namespace

QString StdioTransport::startProblem(const QString& command) {
    // The system's error message does not help a person who typed a name.
    if (!QFileInfo::exists(command) && QStandardPaths::findExecutable(command).isEmpty())
        return tr("There is no program \"%1\". Install it, or correct the command.").arg(command);
    return tr("\"%1\" cannot be started. It has to be a program that you may run, and what it needs has to "
              "be "
              "installed.")
        .arg(command);
}

StdioTransport::StdioTransport(Program program, QObject* parent)
    : McpTransport(parent), m_program(std::move(program)) {
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &StdioTransport::read);
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { m_errors = (m_errors + m_process.readAllStandardError()).right(kErrorsKept); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) end(startProblem(m_program.command));
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        endGroup();
        // Output from before the end is still processed.
        while (m_process.bytesAvailable() > 0 && !m_over) read();
        const QString how = status == QProcess::CrashExit ? tr("The server crashed.")
                                                          : tr("The server ended with status %1.").arg(code);
        end(how + lastWords());
    });
}

StdioTransport::~StdioTransport() {
    m_process.disconnect(this);
    stop();
    if (m_process.state() != QProcess::NotRunning) m_process.waitForFinished(200);
    if (m_process.state() != QProcess::NotRunning && !m_program.keeper.isEmpty()) {
        platform::hurryKeeper(static_cast<int>(m_process.processId()));
        m_process.waitForFinished(2000);
    }
    endGroup();
    m_process.waitForFinished(1000);
}

/// Ends the processes that the server has started. They may still run after the server has ended by itself.
void StdioTransport::endGroup() {
    platform::killGroup(static_cast<int>(std::exchange(m_group, 0)));
}

void StdioTransport::start() {
    m_process.setProcessEnvironment(environmentOf(m_program));
    m_process.setWorkingDirectory(m_program.folder.isEmpty() ? QDir::homePath() : m_program.folder);
    const int parent = platform::processId();
    m_process.setChildProcessModifier([parent] { platform::followParent(parent); });
    if (m_program.keeper.isEmpty()) {
        m_process.start(m_program.command, m_program.arguments);
    } else {
        // The keeper always exists, so a missing program has to be noticed here.
        const QStringList places =
            m_process.processEnvironment().value(QStringLiteral("PATH")).split(u':', Qt::SkipEmptyParts);
        if (!m_program.command.contains(u'/') &&
            QStandardPaths::findExecutable(m_program.command, places).isEmpty())
            return end(startProblem(m_program.command));
        if (m_program.command.contains(u'/') && !QFileInfo(m_program.command).isExecutable())
            return end(startProblem(m_program.command));
        m_process.start(m_program.keeper,
                        QStringList{QString::fromLatin1(platform::keepProgramArgument), m_program.command} +
                            m_program.arguments);
    }
    m_group = m_process.processId();
}

void StdioTransport::send(qint64, const QByteArray& message) {
    if (m_over) return;
    if (m_process.bytesToWrite() > kMostUnread) {
        end(tr("The server does not read what it is sent."));
        return;
    }
    m_process.write(message + '\n');
}

void StdioTransport::read() {
    if (m_over || m_reading) return;
    m_reading = true;
    m_line += m_process.read(kReadAtOnce);
    qsizetype from = 0;
    for (qsizetype at = 0; !m_over && (at = m_line.indexOf('\n', from)) >= 0; from = at + 1) {
        const QByteArray line = m_line.mid(from, at - from).trimmed();
        if (!line.isEmpty()) emit received(line);
    }
    m_line.remove(0, from);
    m_reading = false;
    if (m_over) return;
    if (m_line.size() > largestMessage)
        end(tr("The server sent a message of more than %1 MB.").arg(largestMessage >> 20));
    else if (m_process.bytesAvailable() > 0)
        QTimer::singleShot(0, this, &StdioTransport::read);
}

QString StdioTransport::lastWords() {
    m_errors = (m_errors + m_process.readAllStandardError()).right(kErrorsKept).trimmed();
    const QString last = QString::fromUtf8(m_errors.mid(m_errors.lastIndexOf('\n') + 1)).left(200);
    return last.isEmpty() ? QString() : u' ' + tr("It said: %1").arg(last);
}

void StdioTransport::end(const QString& reason) {
    if (m_over) return;
    stop();
    emit ended(reason);
}

void StdioTransport::stop() {
    m_over = true;
    if (m_process.state() == QProcess::NotRunning) return;
    m_process.closeWriteChannel();
    // A keeper asks all that it keeps, and ends them after the same time.
    if (m_program.keeper.isEmpty()) platform::endGroup(static_cast<int>(m_group));
    if (!m_program.keeper.isEmpty()) return m_process.terminate();
    QTimer::singleShot(2000, &m_process, [this] { endGroup(); });
}

}  // namespace hearth::app

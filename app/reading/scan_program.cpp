#include "reading/scan_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QFile>
#include <QLocale>
#include <QProcess>
#include <QStandardPaths>
#include <QStringList>
#include <array>
#include <cerrno>
#include <cstdlib>

namespace hearth::app {

namespace {

constexpr int askMs = 5000;

QString scanProgramPath() {
    const QString path = QStandardPaths::findExecutable(QStringLiteral("tesseract"));
    QFile file(path);
    const bool isProgram = !path.isEmpty() && file.open(QFile::ReadOnly) &&
                           file.read(4) ==
                               "\x7f"
                               "ELF";
    return isProgram ? path : QString();
}

struct LanguageName {
    QLatin1String locale, name;
};

/// Tesseract's names for the languages of the window.
constexpr std::array languageNames{
    LanguageName{QLatin1String("de"), QLatin1String("deu")},
    LanguageName{QLatin1String("es"), QLatin1String("spa")},
    LanguageName{QLatin1String("fr"), QLatin1String("fra")},
    LanguageName{QLatin1String("it"), QLatin1String("ita")},
    LanguageName{QLatin1String("nl"), QLatin1String("nld")},
    LanguageName{QLatin1String("pt"), QLatin1String("por")},
    LanguageName{QLatin1String("pl"), QLatin1String("pol")},
    LanguageName{QLatin1String("ru"), QLatin1String("rus")},
    LanguageName{QLatin1String("ja"), QLatin1String("jpn")},
    LanguageName{QLatin1String("zh"), QLatin1String("chi_sim")},
};

/// A process with pipes to its standard input and from its standard output.
class PipedProcess {
public:
    bool start(const std::array<const char*, 6>& words) {
        int in[2], out[2];
        if (::pipe2(in, O_CLOEXEC) != 0) return false;
        if (::pipe2(out, O_CLOEXEC) != 0) {
            ::close(in[0]);
            ::close(in[1]);
            return false;
        }
        m_pid = ::fork();
        if (m_pid == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::signal(SIGPIPE, SIG_DFL);
            ::dup2(in[0], STDIN_FILENO);
            ::dup2(out[1], STDOUT_FILENO);
            // One processor is enough for background work.
            ::setenv("OMP_THREAD_LIMIT", "1", 1);
            ::execv(words.front(), const_cast<char* const*>(words.data()));
            ::_exit(127);
        }
        ::close(in[0]);
        ::close(out[1]);
        m_in = in[1];
        m_out = out[0];
        ::fcntl(m_in, F_SETFL, O_NONBLOCK);
        ::fcntl(m_out, F_SETFL, O_NONBLOCK);
        return m_pid > 0;
    }
    ~PipedProcess() {
        closeInput();
        if (m_out >= 0) ::close(m_out);
        if (m_pid > 0) {
            // Refused in a sandbox, which the process cannot outlive.
            if (::kill(m_pid, SIGKILL) == 0) ::waitpid(m_pid, nullptr, 0);
        }
    }

    /// Writes the input and reads the output until its end. Returns false if it takes too long or is too
    /// much.
    bool run(const QByteArray& input, int mostMs, qsizetype mostBytes, QByteArray& output) {
        QElapsedTimer time;
        time.start();
        qsizetype given = 0;
        while (true) {
            const qint64 left = mostMs - time.elapsed();
            if (left <= 0 || output.size() > mostBytes) return false;
            pollfd waited[2] = {{m_out, POLLIN, 0}, {m_in, POLLOUT, 0}};
            if (::poll(waited, m_in >= 0 ? 2 : 1, static_cast<int>(left)) < 0 && errno != EINTR) return false;
            if (m_in >= 0 && waited[1].revents != 0) {
                const ssize_t count =
                    ::write(m_in, input.constData() + given, static_cast<size_t>(input.size() - given));
                if (count > 0) given += count;
                if ((count < 0 && errno != EAGAIN && errno != EINTR) || given == input.size()) closeInput();
            }
            if (waited[0].revents == 0) continue;
            char block[65536];
            const ssize_t count = ::read(m_out, block, sizeof block);
            if (count == 0) return true;
            if (count > 0) output.append(block, count);
            if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
        }
    }
    /// True if the program succeeded. Its output has ended already.
    bool hasSucceeded() {
        int status = 0;
        const bool ended = ::waitpid(m_pid, &status, 0) == m_pid;
        m_pid = -1;
        return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

private:
    void closeInput() {
        if (m_in >= 0) ::close(m_in);
        m_in = -1;
    }

    pid_t m_pid = -1;
    int m_in = -1, m_out = -1;
};

}  // namespace

bool hasScanProgram() {
    return !scanProgramPath().isEmpty();
}

QString scanLanguages(const QString& known, const QStringList& locales) {
    QStringList names;
    // The first line is a heading; "osd" only detects the orientation of a page.
    const QStringList lines = known.split(u'\n').mid(1);
    for (const QString& line : lines)
        if (const QString name = line.trimmed(); !name.isEmpty() && name != QLatin1String("osd"))
            names += name;
    QStringList chosen;
    for (const QString& locale : locales)
        for (const LanguageName& language : languageNames)
            if (locale.section(u'-', 0, 0) == language.locale && names.contains(language.name) &&
                !chosen.contains(language.name))
                chosen += language.name;
    if (names.contains(QLatin1String("eng"))) chosen += QStringLiteral("eng");
    if (chosen.isEmpty() && !names.isEmpty()) chosen += names.front();
    return chosen.join(u'+');
}

QString scanDataFolder(const QString& known) {
    const QString heading = known.section(u'\n', 0, 0);
    const qsizetype start = heading.indexOf(u'"'), end = heading.lastIndexOf(u'"');
    const QString folder = end > start ? heading.sliced(start + 1, end - start - 1) : QString();
    return folder.startsWith(u'/') ? folder : QString();
}

ScanProgram findScanProgram() {
    ScanProgram program{scanProgramPath(), {}, {}};
    if (!program.isThere()) return {};
    QProcess asked;
    asked.start(program.path, {QStringLiteral("--list-langs")});
    if (!asked.waitForFinished(askMs)) {
        asked.kill();
        asked.waitForFinished(askMs);
        return {};
    }
    const QString known = QString::fromUtf8(asked.readAllStandardOutput());
    program.languages = scanLanguages(known, QLocale::system().uiLanguages());
    program.dataFolder = scanDataFolder(known);
    return program.languages.isEmpty() ? ScanProgram() : program;
}

std::optional<QByteArray> readScan(const ScanProgram& program, const QByteArray& picture, int mostMs,
                                   qsizetype mostBytes) {
    // A program that does not read its picture to the end must not end this one.
    ::signal(SIGPIPE, SIG_IGN);
    const QByteArray path = program.path.toUtf8(), languages = program.languages.toUtf8();
    PipedProcess process;
    QByteArray output;
    if (!process.start({path.constData(), "stdin", "stdout", "-l", languages.constData(), nullptr}) ||
        !process.run(picture, mostMs, mostBytes, output) || !process.hasSucceeded())
        return std::nullopt;
    return output;
}

}  // namespace hearth::app

// That nothing leaves this computer unasked: a chat, the settings, a while of nothing and the end of the
// program, with every socket that it or a child of it makes on record, in a network without anything where
// the system gives one. HEARTH_IDLE_S: how long it is left alone, by default 20 s.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include "support/driven_window.h"

namespace {

/// True if programs can be run in their own empty network namespace.
bool hasNamespaces() {
    return QProcess::execute("unshare", {"--map-current-user", "--net", "true"}) == 0;
}

/// The sockets of a record of strace that are none of the desktop's: X, D-Bus and the program's own second
/// start speak over AF_UNIX.
QStringList otherSockets(const QString& path) {
    static const QRegularExpression made(QStringLiteral("\\bsocket\\((\\w+),.*= \\d+"));
    static const QRegularExpression reached(QStringLiteral("\\bconnect\\(.*sa_family=(\\w+)"));
    QFile file(path);
    QStringList others;
    if (!file.open(QFile::ReadOnly)) return {"there is no record"};
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).trimmed();
        for (const QRegularExpression& pattern : {made, reached}) {
            const QString family = pattern.match(line).captured(1);
            if (!family.isEmpty() && family != "AF_UNIX" && family != "AF_LOCAL") others += line;
        }
    }
    return others;
}

}  // namespace

class TestNothingLeaves : public QObject {
    Q_OBJECT

    DrivenWindow m_window;
    QTemporaryDir m_folder;
    QString record() const { return m_folder.filePath("sockets"); }

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        if (QStandardPaths::findExecutable("strace").isEmpty()) QSKIP("SKIPPED: strace is not installed");
        QStringList launcher;
        if (hasNamespaces())
            launcher = {"unshare", "--map-current-user", "--net"};
        else
            qWarning("SKIPPED: no network of its own is to be had here; its sockets are watched alone");
        launcher += {"strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=socket,connect", "-o", record()};
        m_window.setLauncher(launcher);
        m_window.setUp();
    }

    /// Else an empty record would say nothing.
    void socketsAreSeen() {
        QProcess program;
        program.start("strace", {"-f", "-qq", "-e", "trace=socket,connect", "-o", m_folder.filePath("seen"),
                                 "python3", "-c",
                                 "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"
                                 ".connect(('127.0.0.1', 9))"});
        QVERIFY(program.waitForFinished(20000));
        QCOMPARE(otherSockets(m_folder.filePath("seen")).size(), qsizetype{2});
    }

    void aChat() {
        m_window.answerBriefly(24);
        m_window.send("What is the capital of France?");
        m_window.waitForReplies(1);
        m_window.send("Does https://example.com have a page about it?");
        m_window.waitForReplies(2);
    }

    void theSettings() {
        m_window.display().key("ctrl+comma");
        for (const char* page :
             {"Engine", "Machine", "Cache", "Other programs", "Tools", "Documents", "Privacy", "About"})
            m_window.click(page, "list item");
        m_window.display().key("Escape");
        // The list to start with is kept by the program itself.
        m_window.click("Models");
        QVERIFY(!m_window.tree().find("Models", "dialog").role.isEmpty());
        m_window.display().key("Escape");
    }

    void aWhileOfNothing() {
        const int seconds =
            qEnvironmentVariableIsSet("HEARTH_IDLE_S") ? qEnvironmentVariableIntValue("HEARTH_IDLE_S") : 20;
        QTest::qWait(seconds * 1000);
        QVERIFY(!m_window.tree().find("Message", "text").role.isEmpty());
    }

    void theEnd() {
        m_window.quit();
        const QStringList others = otherSockets(record());
        QVERIFY2(others.isEmpty(), qPrintable(others.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestNothingLeaves)
#include "tst_nothing_leaves.moc"

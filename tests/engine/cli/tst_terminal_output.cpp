#include "cli/terminal_output.h"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <sstream>

#include "command_line.h"
#include "tiny_reference.h"

using namespace hearth;

namespace {

/// Output of the program on a pseudo terminal.
QByteArray onTerminal(const QByteArrayList& words) {
    std::vector<QByteArray> kept = {(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli").toUtf8()};
    for (const QByteArray& word : words) kept.push_back(word);
    std::vector<char*> arguments;
    for (QByteArray& word : kept) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int master = -1;
    const pid_t child = forkpty(&master, nullptr, nullptr, nullptr);
    if (child == 0) {
        execv(arguments[0], arguments.data());
        _exit(127);
    }
    QByteArray seen;
    char block[4096];
    for (ssize_t size = 0; (size = read(master, block, sizeof(block))) > 0;) seen.append(block, size);
    close(master);
    int status = 0;
    waitpid(child, &status, 0);
    return seen;
}

}  // namespace

class TestTerminalOutput : public QObject {
    Q_OBJECT

private slots:
    void controlsAreShown() {
        const auto shown = [](const std::string& bytes) {
            std::ostringstream terminal;
            {
                cli::ShownControls controls(*terminal.rdbuf());
                std::ostream out(&controls);
                for (const char byte : bytes) out << byte << std::flush;  // characters come in parts
            }
            return terminal.str();
        };
        QCOMPARE(shown("a\tb\nc é 漢 👩‍👧 עב"), std::string("a\tb\nc é 漢 👩‍👧 עב"));
        QCOMPARE(shown("\x1b]0;x\x07\r\x7f"), std::string("\\x1b]0;x\\x07\\x0d\\x7f"));
        QCOMPARE(shown("\xc2\x9b"
                       "31m"),
                 std::string("\\xc2\\x9b31m"));
        QCOMPARE(shown("\xff\xe2\x82z\xe2"), std::string("\\xff\\xe2\\x82z\\xe2"));
    }

    void aTerminalGetsNoEscapeSequences() {
        QTemporaryDir folder;
        QFile file(folder.filePath("t.jinja"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{{ 'one\\x1b[31mtwo' }}\n");
        file.close();
        QFile context(folder.filePath("c.json"));
        QVERIFY(context.open(QIODevice::WriteOnly));
        context.write("{}");
        context.close();
        const QByteArray seen =
            onTerminal({"template", "--template", file.fileName().toUtf8(), context.fileName().toUtf8()});
        QVERIFY2(seen.contains("one\\x1b[31mtwo") && !seen.contains('\x1b'), seen.constData());
        // An output that is not a terminal gets the bytes unchanged.
        const auto piped = test::runCommand({"template", "--template", file.fileName(), context.fileName()});
        QVERIFY(piped.output.contains("one\x1b[31mtwo"));
    }

    void repliesSendNone() {
        const QByteArray seen =
            onTerminal({"run", "-m", test::tinyModel().toUtf8(), "-p", "x", "-n", "60", "--raw", "--temp",
                        "2", "--top-k", "0", "--top-p", "1", "--min-p", "0"});
        QVERIFY(seen.contains('\n'));
        // Progress, which Hearth itself writes, goes back to the start of its line and clears it.
        for (qsizetype at = seen.indexOf('\x1b'); at >= 0; at = seen.indexOf('\x1b', at + 1))
            QVERIFY(seen.mid(at, 3) == "\x1b[K");
    }
};

QTEST_GUILESS_MAIN(TestTerminalOutput)
#include "tst_terminal_output.moc"

#include "hearth/platform/run_child.h"

#include <QElapsedTimer>
#include <QTemporaryFile>
#include <QtTest>
#include <csignal>
#include <thread>

using namespace hearth::platform;
using namespace std::chrono_literals;
using Kind = ChildEnd::Kind;

class TestRunChild : public QObject {
    Q_OBJECT

    std::string m_output;

    ChildEnd run(const ChildCommand& command, const std::stop_token& stop = {}) {
        m_output.clear();
        return runChild(
            command,
            [this](std::span<const std::byte> bytes) {
                m_output.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            },
            stop);
    }
    ChildEnd shell(const char* script, std::string_view input = {}, std::chrono::milliseconds longest = 60s) {
        return run({.words = {"/bin/sh", "-c", script},
                    .input = std::as_bytes(std::span(input)),
                    .mostBytes = 1'000'000,
                    .longest = longest});
    }

private slots:
    void inputAndOutput() {
        const ChildEnd end = shell("cat; exit 5", "some text");
        QVERIFY(end.kind == Kind::Exited);
        QCOMPARE(end.status, 5);
        QCOMPARE(m_output, std::string("some text"));
        // More than pipes hold.
        const std::string much(900'000, 'x');
        shell("cat", much);
        QCOMPARE(m_output, much);
        run({.words = {"/bin/echo", "a", "b c"}});
        QCOMPARE(m_output, std::string("a b c\n"));
        QTemporaryFile file;
        QVERIFY(file.open() && file.write("of a file") > 0 && file.flush());
        run({.words = {"/bin/cat"}, .inputFile = file.fileName().toStdString()});
        QCOMPARE(m_output, std::string("of a file"));
    }
    void howItEnds() {
        const ChildEnd killed = shell("kill -9 $$");
        QVERIFY(killed.kind == Kind::Signalled);
        QCOMPARE(killed.status, SIGKILL);
        const ChildEnd none = run({.words = {"/nowhere/program"}});
        QVERIFY(none.kind == Kind::NotStarted && !none.reason.empty());
        QVERIFY(run({.words = {"/bin/cat"}, .inputFile = "/nowhere/file"}).kind == Kind::NotStarted);
        QVERIFY(run({.words = {"/bin/cat", "/dev/zero"}, .mostBytes = 100'000}).kind == Kind::WroteTooMuch);
        QVERIFY(m_output.size() <= 100'000);
    }
    void whatHangsIsEnded() {
        QElapsedTimer time;
        time.start();
        QVERIFY(shell("exec sleep 100", {}, 100ms).kind == Kind::TookTooLong);
        // With what it has started, which holds the output.
        QVERIFY(shell("sleep 100 & exec sleep 100", {}, 100ms).kind == Kind::TookTooLong);
        // One that only pretends to be at its end.
        QVERIFY(shell("exec sleep 100 >&-").kind == Kind::Signalled);
        std::stop_source stop;
        std::jthread stops([&] {
            std::this_thread::sleep_for(50ms);
            stop.request_stop();
        });
        QVERIFY(run({.words = {"/bin/sleep", "100"}}, stop.get_token()).kind == Kind::Stopped);
        QVERIFY(time.elapsed() < 60'000);
    }
    void limitsHold() {
        // This program is its own child.
        const std::string self = QFileInfo("/proc/self/exe").symLinkTarget().toStdString();
        QCOMPARE(
            run({.words = {self, "--limited"}, .input = std::as_bytes(std::span("0123456789", 10))}).status,
            0);
        QCOMPARE(m_output, std::string("01234 no file"));
        const ChildEnd spins = run({.words = {self, "--spins"}});
        QVERIFY(spins.kind == Kind::Signalled && (spins.status == SIGXCPU || spins.status == SIGKILL));
    }
    void secretsOfTheEnvironmentStay() {
        ::setenv("HEARTH_SECRET", "x", 1);
        ::setenv("LC_TEST", "y", 1);
        run({.words = {"/bin/sh", "-c", "echo $HEARTH_SECRET $LC_TEST $HEARTH_OWN"},
             .variables = ChildVariables::Reading,
             .ownVariables = {{"HEARTH_OWN", "z"}}});
        ::unsetenv("HEARTH_SECRET");
        ::unsetenv("LC_TEST");
        QCOMPARE(m_output, std::string("y z\n"));
    }
};

/// Reads 5 bytes of more, and tries to write a file.
static int limited() {
    limitChild(uint64_t{2} << 30U, 1);
    std::vector<std::byte> input = readChildInput(4);
    std::string text(reinterpret_cast<const char*>(input.data()), input.size());
    ::signal(SIGXFSZ, SIG_IGN);
    QTemporaryFile file;
    text += file.open() && file.write("x") == 1 && file.flush() ? " a file" : " no file";
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}

int main(int argc, char* argv[]) {
    if (argc == 2 && std::string_view(argv[1]) == "--limited") return limited();
    if (argc == 2 && std::string_view(argv[1]) == "--spins") {
        limitChild(uint64_t{2} << 30U, 1);
        for (volatile bool goes = true; goes;) {
        }
    }
    TestRunChild test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_run_child.moc"

#include "hearth/platform/program_keeper.h"

#include <QtTest>
#include <algorithm>
#include <array>

#include "hearth/platform/child_process.h"
#include "hearth/platform/pipe.h"
#include "hearth/platform/process.h"
#include "hearth/platform/readiness.h"

using namespace hearth::platform;
using namespace std::chrono_literals;

/// Kept programs as the window uses them are tested in tests/app/mcp/tst_kept_program.cpp.
class TestProgramKeeper : public QObject {
    Q_OBJECT

    /// A keeper of a shell script, and its output.
    struct Kept {
        explicit Kept(const std::string& script) {
            const File theirs = File::copyOf(pipe.writer, 50);
            (void)pipe.writer.close();
            const std::array descriptors{std::pair(theirs.descriptor(), 1)};
            problem =
                keeper.start({ownProgram(), keepProgramArgument, "/bin/sh", "-c", script}, descriptors, {});
        }
        std::string read() {
            std::string text(100, '\0');
            text.resize(static_cast<size_t>(std::max<ptrdiff_t>(0, pipe.reader.read(std::span<char>(text)))));
            return text;
        }
        ChildProcess keeper;
        Pipe pipe;
        int problem = 0;
    };

private slots:
    void theStatusIsThatOfTheProgram() {
        Kept kept("echo said; exit 5");
        QCOMPARE(kept.problem, 0);
        QCOMPARE(kept.read(), std::string("said\n"));
        QVERIFY(kept.keeper.waitFor(10s));
        QVERIFY(!kept.keeper.status().signalled);
        QCOMPARE(kept.keeper.status().number, 5);
    }
    void whatIsLeftEndsWithTheProgram() {
        // The end of the output is that of all that have it open.
        Kept kept("setsid sleep 1000 & echo said");
        QCOMPARE(kept.read(), std::string("said\n"));
        QVERIFY(kept.keeper.waitFor(10s));
        QCOMPARE(kept.read(), std::string());
    }
    void aDeafProgramIsHurried() {
        Kept kept("trap '' TERM; echo said; while true; do sleep 1; done");
        QCOMPARE(kept.read(), std::string("said\n"));
        hurryKeeper(kept.keeper.id());
        QVERIFY(kept.keeper.waitFor(10s));
        QCOMPARE(kept.read(), std::string());
    }
    void onlyItsArgumentMakesAKeeper() {
        char program[] = "hearth", command[] = "sh";
        std::string argument = keepProgramArgument;
        char* const plain[] = {program, command, command, nullptr};
        char* const keeper[] = {program, argument.data(), command, nullptr};
        QVERIFY(!isProgramKeeper(3, plain) && !isProgramKeeper(2, keeper) && isProgramKeeper(3, keeper));
    }
};

int main(int argc, char* argv[]) {
    if (isProgramKeeper(argc, argv)) return keepProgram(argc, argv);
    TestProgramKeeper test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_program_keeper.moc"

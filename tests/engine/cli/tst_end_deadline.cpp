#include "cli/end_deadline.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QtTest>

using hearth::cli::EndDeadline;

class TestEndDeadline : public QObject {
    Q_OBJECT

    /// Exit status of a process that runs `what` (-1: it was killed), and its duration in ms.
    template <class Do>
    static std::pair<int, qint64> run(const Do& what) {
        QElapsedTimer timer;
        timer.start();
        const pid_t child = fork();
        if (child == 0) {
            what();
            _exit(7);
        }
        int status = 0;
        waitpid(child, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, timer.elapsed()};
    }

private slots:
    void endsWhatDoesNotEnd() {
        const auto [status, ms] = run([] {
            const EndDeadline deadline(std::chrono::milliseconds(100));
            sleep(60);
        });
        QCOMPARE(status, 0);
        QVERIFY(ms >= 100 && ms < 20'000);
    }
    void leavesAloneWhatEndsInTime() {
        const auto [status, ms] = run([] {
            { const EndDeadline deadline(std::chrono::seconds(60)); }
            usleep(100'000);
        });
        QCOMPARE(status, 7);
        QVERIFY(ms < 20'000);
    }
};

QTEST_GUILESS_MAIN(TestEndDeadline)
#include "tst_end_deadline.moc"

#include "reading/reading_child.h"

#include <unistd.h>

#include <QElapsedTimer>
#include <QTemporaryFile>
#include <QtTest>
#include <cstdio>
#include <string_view>
#include <vector>

#include "hearth/platform/run_child.h"

using namespace hearth::app;

class TestReadingChild : public QObject {
    Q_OBJECT

    static ChildReading run(const QString& what, const QByteArray& input, int waitMs = 20000,
                            qsizetype mostBytes = 1000) {
        QTemporaryFile file;
        if (!file.open() || file.write(input) != input.size() || !file.flush()) qFatal("not written");
        return runReadingChild("/proc/self/exe", {what}, file.fileName(), waitMs, mostBytes, {});
    }

private slots:
    void givesWhatTheChildWrote() {
        const ChildReading read = run("--echo", "words");
        QCOMPARE(read.end, ChildReading::Exited);
        QCOMPARE(read.status, 7);
        QCOMPARE(read.output, QByteArray("words"));
        const ChildReading none = runReadingChild("/nowhere/x", {}, "/dev/null", 1000, 10, {});
        QCOMPARE(none.end, ChildReading::NotStarted);
        QVERIFY(!none.detail.isEmpty());
    }

    void secretsOfTheEnvironmentStay() {
        qputenv("HF_TOKEN", "a secret");
        qputenv("FONTCONFIG_TEST", "fonts");
        const ChildReading read = run("--environment", {}, 20000, 100'000);
        qunsetenv("HF_TOKEN");
        qunsetenv("FONTCONFIG_TEST");
        QVERIFY2(!read.output.contains("a secret") && !read.output.contains("HF_TOKEN"),
                 read.output.constData());
        QVERIFY(read.output.contains("FONTCONFIG_TEST=fonts\n") && read.output.contains("PATH="));
    }

    void theLimitsOfTheChildHold() {
        QCOMPARE(run("--echo", QByteArray(5000, 'x'), 20000, 1000).end, ChildReading::TooMuch);
        QElapsedTimer time;
        time.start();
        // A second of the processor is all it has.
        ChildReading read = run("--spin", {});
        QCOMPARE(read.end, ChildReading::TooMuch);
        QVERIFY(!read.passes);
        QVERIFY2(time.elapsed() < 15000, qPrintable(QString::number(time.elapsed())));
        QCOMPARE(run("--eat", {}).status, 9);
        read = run("--sleep", {}, 300);
        QCOMPARE(read.end, ChildReading::TooMuch);
        QVERIFY(read.passes);
    }
};

int main(int argc, char* argv[]) {
    const std::string_view what = argc == 2 ? argv[1] : "";
    if (what.starts_with("--") && what != "--help") {
        hearth::platform::limitChild(512UL << 20U, 1);
        if (what == "--echo") {
            const std::vector<std::byte> bytes = hearth::platform::readChildInput(10000);
            fwrite(bytes.data(), 1, bytes.size(), stdout);
            return 7;
        }
        if (what == "--environment") {
            for (char** one = environ; *one != nullptr; ++one) std::puts(*one);
            return 0;
        }
        volatile unsigned turns = 0;
        if (what == "--spin")
            for (;;) turns = turns + 1;
        if (what == "--sleep") QTest::qSleep(60000);
        try {
            std::vector<std::vector<char>> eaten;
            for (int i = 0; i < 100; ++i) eaten.emplace_back(10U << 20U);
            return static_cast<int>(eaten.size());
        } catch (const std::bad_alloc&) {
            return 9;
        }
    }
    QCoreApplication application(argc, argv);
    TestReadingChild test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_reading_child.moc"

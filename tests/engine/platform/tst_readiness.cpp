#include "hearth/platform/readiness.h"

#include <QElapsedTimer>
#include <QtTest>
#include <array>
#include <cerrno>

#include "hearth/platform/pipe.h"

using namespace hearth::platform;

class TestReadiness : public QObject {
    Q_OBJECT
private slots:
    void aPipeBecomesReady() {
        Pipe pipe;
        QVERIFY(waitUntilReady(pipe.reader, Ready::ToRead, 0) == Ready::Nothing);
        QVERIFY(waitUntilReady(pipe.writer, Ready::ToWrite, -1) == Ready::ToWrite);
        QVERIFY(pipe.writer.write("x"));
        QVERIFY(waitUntilReady(pipe.reader, Ready::ToRead, -1) == Ready::ToRead);
        (void)pipe.writer.close();
        QVERIFY(has(waitUntilReady(pipe.reader, Ready::ToRead, -1), Ready::Gone));
    }
    void aSocketTellsOfItsOtherEnd() {
        SocketPair pair;
        QVERIFY(waitUntilReady(pair.first, Ready::HalfClosed, 0) == Ready::Nothing);
        (void)pair.second.close();
        QVERIFY(has(waitUntilReady(pair.first, Ready::HalfClosed, -1), Ready::HalfClosed));
        QVERIFY(has(waitUntilReady(pair.first, Ready::Nothing, -1), Ready::Gone));
    }
    void severalAreWaitedForAtOnce() {
        Pipe one, two;
        QVERIFY(two.writer.write("x"));
        std::array files{Awaited{.descriptor = one.reader.descriptor(), .wanted = Ready::ToRead},
                         Awaited{.descriptor = two.reader.descriptor(), .wanted = Ready::ToRead},
                         Awaited{.descriptor = -1, .wanted = Ready::ToRead}};
        QCOMPARE(waitUntilReady(files, -1), 1);
        QVERIFY(files[0].found == Ready::Nothing && files[1].found == Ready::ToRead);
        QVERIFY(files[2].found == Ready::Nothing);
        std::array<Awaited, mostAwaited + 1> many{};
        QCOMPARE(waitUntilReady(many, 0), -1);
        QCOMPARE(errno, EINVAL);
    }
    void waitingEnds() {
        Pipe pipe;
        QElapsedTimer timer;
        timer.start();
        QVERIFY(waitUntilReady(pipe.reader, Ready::ToRead, 30) == Ready::Nothing);
        QVERIFY(timer.elapsed() >= 29);
    }
};

QTEST_APPLESS_MAIN(TestReadiness)
#include "tst_readiness.moc"

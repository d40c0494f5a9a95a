#include "hearth/platform/pipe.h"

#include <QtTest>
#include <cerrno>

#include "hearth/platform/readiness.h"

using namespace hearth::platform;

class TestPipe : public QObject {
    Q_OBJECT

    static std::string read(const File& file) {
        std::string text(100, '\0');
        text.resize(static_cast<size_t>(std::max<ptrdiff_t>(0, file.read(std::span<char>(text)))));
        return text;
    }

private slots:
    void bytesGoThroughAPipe() {
        const Pipe pipe;
        QVERIFY(pipe.isOpen() && pipe.writer.write("text"));
        QCOMPARE(read(pipe.reader), std::string("text"));
        QVERIFY(pipe.reader.setNoWait());
        char byte = 0;
        QCOMPARE(pipe.reader.read(std::span(&byte, 1)), ptrdiff_t{-1});
        QCOMPARE(errno, EAGAIN);
    }
    void bytesGoBothWaysThroughSockets() {
        SocketPair pair(64);
        QVERIFY(pair.isOpen() && pair.second.descriptor() >= 64);
        QVERIFY(pair.first.write("there") && pair.second.write("back"));
        QCOMPARE(read(pair.second), std::string("there"));
        QCOMPARE(read(pair.first), std::string("back"));
    }
    void sendingEndsInNoSignal() {
        SocketPair pair;
        const std::string much(1 << 22, 'x');
        const auto bytes = std::as_bytes(std::span(much));
        ptrdiff_t sent = 0;
        while ((sent = sendSome(pair.first, bytes, false)) > 0) {
        }
        QCOMPARE(sent, ptrdiff_t{-1});
        QCOMPARE(errno, EAGAIN);
        (void)pair.second.close();
        QCOMPARE(sendSome(pair.first, bytes, true), ptrdiff_t{-1});
        QCOMPARE(errno, EPIPE);
    }
    void aFlagStaysUp() {
        const WakeFlag flag;
        const FileHandle file(flag.descriptor());
        QVERIFY(flag.isOpen() && waitUntilReady(file, Ready::ToRead, 0) == Ready::Nothing);
        flag.raise();
        flag.raise();
        QVERIFY(waitUntilReady(file, Ready::ToRead, -1) == Ready::ToRead);
    }
};

QTEST_APPLESS_MAIN(TestPipe)
#include "tst_pipe.moc"

#include "hearth/platform/local_connection.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>

using namespace hearth::platform;

class TestLocalConnection : public QObject {
    Q_OBJECT
private slots:
    void bytesGoBothWays() {
        const QTemporaryDir place;
        const std::string path = place.filePath("socket").toStdString();
        const File listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        QVERIFY(path.size() < sizeof address.sun_path);
        std::strcpy(address.sun_path, path.c_str());
        QCOMPARE(::bind(listening.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        QCOMPARE(::listen(listening.descriptor(), 1), 0);
        const LocalConnection ours(path, std::chrono::seconds(1));
        QVERIFY(ours.isOpen());
        File theirs(::accept(listening.descriptor(), nullptr, nullptr));
        QVERIFY(ours.send("question") && theirs.write("answer"));
        std::string text(8, '\0');
        QCOMPARE(theirs.read(std::span<char>(text)), ptrdiff_t{8});
        QCOMPARE(text, std::string("question"));
        QCOMPARE(ours.receive(3), std::string("ans"));
        QVERIFY(theirs.close());
        QCOMPARE(ours.receive(100), std::string("wer"));
        QVERIFY(!ours.send("more") || !ours.send("more"));
    }
    void nobodyThereIsNoConnection() {
        QVERIFY(!LocalConnection("/nowhere/socket", std::chrono::seconds(1)).isOpen());
        QVERIFY(!LocalConnection(std::string(200, 'x'), std::chrono::seconds(1)).isOpen());
    }
};

QTEST_GUILESS_MAIN(TestLocalConnection)
#include "tst_local_connection.moc"

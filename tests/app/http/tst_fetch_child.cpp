#include "http/fetch_child.h"

#include <QCoreApplication>
#include <QProcess>
#include <QtTest>

#include "support/fake_chat_server.h"

using namespace hearth::app;

class TestFetchChild : public QObject {
    Q_OBJECT

    /// Exit status and output of this program as the child.
    static std::pair<int, QByteArray> fetch(const QByteArray& address) {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {fetchChildArgument});
        child.write(address);
        child.closeWriteChannel();
        if (!child.waitForFinished(30'000)) return {-1, "it does not end"};
        return {child.exitStatus() == QProcess::NormalExit ? child.exitCode() : -1,
                child.readAllStandardOutput()};
    }

private slots:
    void theArgumentTells() {
        const auto isChild = [](std::vector<const char*> arguments) {
            return isFetchChild(static_cast<int>(arguments.size()),
                                const_cast<char* const*>(arguments.data()));
        };
        QVERIFY(isChild({"hearth", "--fetch"}));
        QVERIFY(!isChild({"hearth"}));
        QVERIFY(!isChild({"hearth", "--fetch", "x"}));
        QVERIFY(!isChild({"hearth", "--model"}));
    }
    void whatMayNotBeReadSaysWhy() {
        FakeChatServer server([](const FakeChatServer::Request&) { return FakeChatServer::Answer(); });
        for (const QByteArray& address :
             {server.address().toUtf8(), QByteArray("http://localhost:1/a.png"),
              QByteArray("file:///etc/passwd"), QByteArray("http://[::1]/"), QByteArray()}) {
            const auto [status, output] = fetch(address);
            QCOMPARE(status, 1);
            QVERIFY2(output.endsWith('.') && output.size() < 200, output.constData());
        }
        QVERIFY(server.seen().isEmpty());
    }
};

int main(int argc, char* argv[]) {
    if (isFetchChild(argc, argv)) return serveFetch(argc, argv);
    const QCoreApplication application(argc, argv);
    TestFetchChild test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_fetch_child.moc"

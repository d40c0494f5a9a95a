#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>

#include "mcp/mcp_server.h"
#include "mcp/stdio_transport.h"
#include "support/resident_memory.h"
#include "tools/tool_box.h"

using namespace hearth::app;

/// Servers that hang, flood, lie or die, beside one that does not: each costs its own calls alone.
class TestHostileServers : public QObject {
    Q_OBJECT

    static McpServer::MakeTransport server(const QString& way) {
        return [way] {
            return std::make_unique<StdioTransport>(StdioTransport::Program{
                .command = "python3",
                .arguments = {HEARTH_SOURCE_DIR "/tests/app/mcp/hostile_server.py", way}});
        };
    }

private slots:
    void costsItsOwnCallsAlone_data() {
        QTest::addColumn<QString>("way");
        QTest::addColumn<bool>("answers");
        const QStringList failing{
            "silent",           "dies-at-once",   "wrong-version", "wrong-types", "error", "not-json",
            "deep-json",        "flood-at-start", "half-a-line",   "wrong-id",    "hangs", "dies-in-a-call",
            "floods-in-a-call", "huge-result",    "many-tools",    "asks-back"};
        const QStringList answering{
            "binary",        "long-name",          "endless-pages",  "lies-about-schema",
            "answers-twice", "result-of-nonsense", "ignores-its-end"};
        for (const QString& way : failing) QTest::newRow(qPrintable(way)) << way << false;
        for (const QString& way : answering) QTest::newRow(qPrintable(way)) << way << true;
    }
    void costsItsOwnCallsAlone() {
        QFETCH(QString, way);
        QFETCH(bool, answers);
        McpServer::Limits limits;
        limits.startMs = 2000;
        ToolBox::Limits callLimits;
        callLimits.callMs = 4000;
        ToolBox box(callLimits);
        McpServer good("mcp:good", "good", server("good"));
        auto hostile = std::make_unique<McpServer>("mcp:hostile", "hostile", server(way), limits);
        box.add(good);
        good.start();
        QTRY_COMPARE_WITH_TIMEOUT(good.state(), McpServer::State::Ready, 10000);
        box.add(*hostile);
        const int64_t before = hearth::test::residentBytes();
        QElapsedTimer clock;
        clock.start();
        hostile->start();
        QTRY_VERIFY_WITH_TIMEOUT(hostile->state() != McpServer::State::Starting, 10000);
        QSignalSpy finished(&box, &ToolBox::finished);
        QSignalSpy own(hostile.get(), &McpServer::finished);
        hostile->call(1'000'000, "add", {{"a", 1}});
        const quint64 other = box.call("add", "{\"a\": 1}");
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 10000);
        QCOMPARE(finished.at(0).at(0).toULongLong(), other);
        QVERIFY(!finished.at(0).at(1).value<ToolResult>().failed);
        // One that hangs is given up by whoever called it.
        if (own.isEmpty()) own.wait(2000);
        if (answers) {
            QCOMPARE(own.count(), 1);
            QVERIFY(!own.at(0).at(1).value<ToolResult>().failed);
        } else if (!own.isEmpty()) {
            const auto result = own.at(0).at(1).value<ToolResult>();
            QVERIFY(result.failed || way == "asks-back");
            QVERIFY(result.failed ? !result.text.isEmpty() : true);
        }
        hostile.reset();
        QVERIFY2(clock.elapsed() < 20000, qPrintable(QString::number(clock.elapsed())));
        const int64_t after = hearth::test::residentBytes();
        QVERIFY2(after < before + (int64_t{200} << 20), qPrintable(QString::number((after - before) >> 20)));
    }
};

QTEST_GUILESS_MAIN(TestHostileServers)
#include "tst_hostile_servers.moc"

#include "serving/request_list.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestRequestList : public QObject {
    Q_OBJECT

    static RequestRecord record(int second, int status = 200) {
        RequestRecord made;
        made.at = std::chrono::system_clock::time_point(std::chrono::seconds(1000000 + second));
        made.client = "aider";
        made.route = "/v1/chat/completions";
        made.status = status;
        made.promptTokens = 7120;
        made.cachedTokens = 7088;
        made.generatedTokens = 96;
        made.totalMs = 1400;
        return made;
    }

private slots:
    void theNewestIsFirst() {
        RequestList list;
        list.show({record(1), record(2, 404)});
        QCOMPARE(list.rowCount(), 2);
        QVERIFY(list.data(list.index(0), RequestList::FailedRole).toBool());
        QCOMPARE(list.data(list.index(0), RequestList::FiguresRole).toString(),
                 QString("/v1/chat/completions: refused or failed (404)"));
        QCOMPARE(
            list.data(list.index(1), RequestList::FiguresRole).toString(),
            QString("/v1/chat/completions: 7,120 tokens read, 7,088 of them cached; 96 written in 1.4 s"));
        QVERIFY(list.data(list.index(1), RequestList::TitleRole).toString().startsWith("aider, "));
    }
    void isBounded() {
        RequestList list;
        std::vector<RequestRecord> log;
        for (int i = 0; i < 100; ++i) log.push_back(record(i));
        list.show(log);
        QCOMPARE(list.rowCount(), RequestList::mostRows);
    }
    void tellsWhatWasEnded() {
        RequestList list;
        RequestRecord ended = record(1);
        ended.cancelled = true;
        list.show({ended});
        QCOMPARE(list.data(list.index(0), RequestList::FiguresRole).toString(),
                 QString("/v1/chat/completions: ended by the program"));
    }
};

QTEST_GUILESS_MAIN(TestRequestList)
#include "tst_request_list.moc"

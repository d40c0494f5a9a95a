#include "endpoints/event_stream.h"

#include <QtTest>

using namespace hearth::app;

class TestEventStream : public QObject {
    Q_OBJECT

private slots:
    void takesEventsApartHoweverTheyAreCut() {
        const QByteArray text =
            ": keep-alive\n\ndata: {\"a\":1}\n\ndata:two\ndata: lines\r\nid: 7\r\n\r\nevent: x\rdata: "
            "\xc3\xa4\r\rdata\n\ndata: [DONE]\n\nrest";
        const QList<QByteArray> wanted = {"{\"a\":1}", "two\nlines", "\xc3\xa4", "[DONE]"};
        for (qsizetype step = 1; step <= text.size(); ++step) {
            EventStream stream;
            QList<QByteArray> events;
            for (qsizetype at = 0; at < text.size(); at += step) events += stream.feed(text.mid(at, step));
            QCOMPARE(events, wanted);
        }
    }

    void endlessLinesAreNoticed() {
        EventStream stream;
        QVERIFY(!stream.isOverlong());
        stream.feed(QByteArray(EventStream::maximumBytes + 1, 'x'));
        QVERIFY(stream.isOverlong());
    }
};

QTEST_GUILESS_MAIN(TestEventStream)
#include "tst_event_stream.moc"

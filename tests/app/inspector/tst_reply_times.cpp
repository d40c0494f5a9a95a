#include "inspector/reply_times.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestReplyTimes : public QObject {
    Q_OBJECT

    static QJsonObject sample() {
        return {{"processedTokens", 37}, {"templateMs", 0.4},
                {"tokenizeMs", 0.9},     {"prefillMs", 66.3},
                {"decodeMs", 3490},      {"timeToFirstTokenMs", 84},
                {"totalMs", 3600},       {"interTokenMs", QJsonArray{16, 17, 31, 16}}};
    }

private slots:
    void nothingIsKnownAtFirst() {
        const ReplyTimes times;
        QCOMPARE(times.longestMs(), 0.0);
        QCOMPARE(times.medianMs(), 0.0);
        QCOMPARE(times.firstTokenMs(), 0.0);
        QVERIFY(times.intervals().isEmpty());
    }

    void whatWasStoredIsShown() {
        ReplyTimes times;
        QSignalSpy changed(&times, &ReplyTimes::changed);
        times.setMetrics(sample());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(times.processedTokens(), 37);
        QCOMPARE(times.decodeMs(), 3490.0);
        QCOMPARE(times.totalMs(), 3600.0);
        QVERIFY(std::abs(times.firstTokenMs() - 16.4) < 1e-9);
        QCOMPARE(times.medianMs(), 16.0);
        QCOMPARE(times.p95Ms(), 31.0);
        QCOMPARE(times.longestMs(), 31.0);
        QCOMPARE(times.intervals(), (QVariantList{16.0, 17.0, 31.0, 16.0}));
        QCOMPARE(times.draftsText(), QString());
        times.setMetrics({});
        QVERIFY(times.intervals().isEmpty());
    }

    void draftsAreCounted() {
        QJsonObject metrics = sample();
        metrics.insert("draftedTokens", 1040);
        metrics.insert("acceptedTokens", 31);
        ReplyTimes times;
        times.setMetrics(metrics);
        QCOMPARE(times.draftsText(), QStringLiteral("drafted 1,040  ·  accepted 31"));
    }

    // Every bar is the longest of its stretch, so a stutter cannot hide.
    void longRepliesKeepTheirPeaks() {
        QJsonArray all;
        for (int i = 0; i < 1000; ++i) all.append(i == 637 ? 500 : 10);
        ReplyTimes times;
        times.setMetrics({{"interTokenMs", all}});
        QVERIFY(times.intervals().size() <= ReplyTimes::maxBars);
        QVERIFY(times.intervals().contains(500.0));
        QCOMPARE(times.longestMs(), 500.0);
        QCOMPARE(times.medianMs(), 10.0);
    }
};

QTEST_GUILESS_MAIN(TestReplyTimes)
#include "tst_reply_times.moc"

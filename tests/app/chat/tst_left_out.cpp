#include "chat/left_out.h"

#include <QtTest>

using namespace hearth::app;

class TestLeftOut : public QObject {
    Q_OBJECT

    static std::vector<store::Message> pathOf(const QString& roles) {
        std::vector<store::Message> path;
        for (const QChar role : roles) {
            store::Message message;
            message.id = static_cast<qint64>(path.size()) + 1;
            message.role = role == u'u'   ? store::Role::User
                           : role == u'a' ? store::Role::Assistant
                                          : store::Role::System;
            path.push_back(message);
        }
        return path;
    }

    static store::Summary summaryUpTo(qint64 messageId, const QString& text) {
        store::Summary summary;
        summary.messageId = messageId;
        summary.text = text;
        return summary;
    }

private slots:
    void aTurnIsAQuestionAndWhatAnswersIt() {
        QCOMPARE(turnStarts(pathOf("uauau")), (std::vector<size_t>{0, 2, 4}));
        QCOMPARE(turnStarts(pathOf("sauauuaa")), (std::vector<size_t>{1, 4, 5}));
        QVERIFY(turnStarts(pathOf("s")).empty());
        QVERIFY(turnStarts({}).empty());
    }

    void aCutLeavesTheLastTurn() {
        const auto path = pathOf("uauau");
        QCOMPARE(leftOutOf(path, {}, 0), LeftOut());
        QCOMPARE(leftOutOf(path, {}, 1), (LeftOut{1, 0, {}, 2, 0}));
        QCOMPARE(leftOutOf(path, {}, 9), (LeftOut{2, 0, {}, 4, 0}));
        QCOMPARE(leftOutOf({}, {}, 3), LeftOut());
    }

    void theLatestSummaryOfTheBranchStandsForWhatIsBeforeIt() {
        const auto path = pathOf("uauauau");
        const std::vector<store::Summary> summaries{summaryUpTo(2, "early"), summaryUpTo(4, "late"),
                                                    summaryUpTo(99, "of another branch")};
        QCOMPARE(leftOutOf(path, summaries, 0), (LeftOut{2, 2, "late", 0, 4}));
        // Messages cut off after it are left out as well.
        QCOMPARE(leftOutOf(path, summaries, 3), (LeftOut{3, 2, "late", 2, 4}));
        // A branch that splits off before it has the earlier one.
        QCOMPARE(leftOutOf(pathOf("uau"), summaries, 0), (LeftOut{1, 1, "early", 0, 2}));
        QCOMPARE(summaryOn(pathOf("u"), summaries), nullptr);
    }

    void cutsOfTheEngineComeBehindWhatIsLeftOut() {
        const auto path = pathOf("uauauau");
        const std::vector<hearth::ContextShift> cuts{{32, 64, 100}};
        const LeftOut slid = withCuts(leftOutOf(path, {}, 1), path, cuts, 1);
        QCOMPARE(slid.turns, 1);
        QCOMPARE(slid.slidTurns, 1);
        QCOMPARE(slid.slidMessages, 2);
        QVERIFY(slid.cuts == cuts);
        // The last turn stays, and without cuts nothing slid.
        QCOMPARE(withCuts(leftOutOf(path, {}, 1), path, cuts, 9).slidTurns, 2);
        QCOMPARE(withCuts(leftOutOf(path, {}, 1), path, {}, 2).slidTurns, 0);
        QCOMPARE(withCuts({}, {}, cuts, 2).slidMessages, 0);
    }

    void aSummaryMayStandBeforeTheFirstMessage() {
        const std::vector<store::Summary> summaries{summaryUpTo(0, "of another chat")};
        QCOMPARE(leftOutOf(pathOf("uau"), summaries, 0), (LeftOut{0, 0, "of another chat", 0, 0}));
        QCOMPARE(leftOutOf({}, summaries, 0).summary, QString("of another chat"));
        // A message that is not written yet has no number either.
        auto draft = pathOf("uau");
        draft.back().id = 0;
        QCOMPARE(leftOutOf(draft, {summaryUpTo(2, "a"), summaryUpTo(0, "b")}, 0).summary, QString("a"));
    }
};

QTEST_GUILESS_MAIN(TestLeftOut)
#include "tst_left_out.moc"

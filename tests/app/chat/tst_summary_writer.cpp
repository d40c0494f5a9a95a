#include "chat/summary_writer.h"

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestSummaryWriter : public QObject {
    Q_OBJECT

    static std::vector<store::Message> pathOf(int turns) {
        std::vector<store::Message> path;
        for (int at = 0; at < 2 * turns; ++at) {
            store::Message message;
            message.id = at + 1;
            message.role = at % 2 == 0 ? store::Role::User : store::Role::Assistant;
            message.text = QStringLiteral("m%1").arg(at + 1);
            path.push_back(message);
        }
        return path;
    }

    struct Parts {
        test::ChatFixture f;
        ReplyRunner runner{*f.store, f.inference};
        ReplyStarter starter{*f.store, runner, f.engine};
        SummaryWriter writer{f.inference, starter, f.engine};
        QSignalSpy advanced{&writer, &SummaryWriter::advanced}, finished{&writer, &SummaryWriter::finished},
            failed{&writer, &SummaryWriter::failed};
        Parts() {
            f.script->summarise = [](const GenerationRequest& request) {
                return "summary of " + std::to_string(request.messages.size() - 1);
            };
        }
        std::vector<std::string> asked(size_t which) const {
            std::vector<std::string> texts;
            for (const ChatMessage& message : f.script->summaryRequests.at(which).messages)
                texts.push_back(message.content);
            texts.pop_back();
            return texts;
        }
    };

private slots:
    void condensesTurnsAside() {
        Parts p;
        p.f.load();
        QVERIFY(p.writer.begin({1, "Be brief.", pathOf(4), 0, 3}));
        QVERIFY(p.writer.isWriting(1));
        QVERIFY(!p.writer.begin({1, "Be brief.", pathOf(4), 0, 3}));
        QVERIFY(p.finished.wait());
        QCOMPARE(p.asked(0), (std::vector<std::string>{"Be brief.", "m1", "m2", "m3", "m4", "m5", "m6"}));
        QCOMPARE(p.f.script->priorities.back(), Priority::Background);
        QCOMPARE(p.advanced.count(), 1);
        QCOMPARE(p.advanced[0][1].toLongLong(), 6);
        QCOMPARE(p.finished[0][1].toString(), QString("summary of 7"));
        QVERIFY(!p.writer.isWriting(1));
    }

    void anEarlierSummaryIsTakenIn() {
        Parts p;
        p.f.load();
        QVERIFY(p.writer.begin({1, {}, pathOf(4), 2, 3, "They met."}));
        QVERIFY(p.finished.wait());
        const auto asked = p.asked(0);
        QCOMPARE(asked.size(), size_t{3});
        QVERIFY(QString::fromStdString(asked[0]).endsWith("They met."));
        QCOMPARE(asked[1], std::string("m5"));
    }

    void whatDoesNotFitIsCondensedInSteps() {
        Parts p;
        p.f.script->refusedMessages = 7;
        p.f.load();
        QVERIFY(p.writer.begin({1, {}, pathOf(6), 0, 6}));
        QVERIFY(p.finished.wait());
        QVERIFY(p.advanced.count() >= 2);
        QCOMPARE(p.advanced.back()[1].toLongLong(), 12);
        for (int at = 1; at < p.advanced.count(); ++at)
            QVERIFY(p.advanced[at][1].toLongLong() > p.advanced[at - 1][1].toLongLong());
        QCOMPARE(p.failed.count(), 0);
        // Messages that never fit do not cause an endless loop.
        p.f.script->refusedMessages = 1;
        QVERIFY(p.writer.begin({2, {}, pathOf(6), 0, 6}));
        QVERIFY(p.failed.wait());
        QVERIFY(!p.failed[0][1].toString().isEmpty());
        QVERIFY(!p.writer.isWriting(2));
    }

    void aModelMayFail() {
        Parts p;
        p.f.script->summarise = {};
        p.f.load();
        QVERIFY(p.writer.begin({1, {}, pathOf(2), 0, 1}));
        QVERIFY(p.failed.wait());
        QCOMPARE(p.failed[0][1].toString(), QString("The model wrote no summary."));
        QVERIFY(!p.writer.begin({1, {}, pathOf(2), 2, 2}));
        QVERIFY(!p.writer.begin({1, {}, {}, 0, 2}));
    }

    void whatIsGivenUpIsNotHeardOf() {
        Parts p;
        p.f.load();
        QVERIFY(p.writer.begin({1, {}, pathOf(2), 0, 1}));
        p.writer.cancel(1);
        QVERIFY(p.writer.begin({1, {}, pathOf(3), 0, 2}));
        QVERIFY(p.finished.wait());
        QCOMPARE(p.finished.count(), 1);
        QCOMPARE(p.advanced.count(), 1);
        QCOMPARE(p.advanced[0][1].toLongLong(), 4);
    }
};

QTEST_GUILESS_MAIN(TestSummaryWriter)
#include "tst_summary_writer.moc"

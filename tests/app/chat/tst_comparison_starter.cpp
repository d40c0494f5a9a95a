#include "chat/comparison_starter.h"

#include <QJsonDocument>
#include <QJsonObject>

#include "chat_fixture.h"
#include "endpoints/remote_engine.h"
#include "support/fake_chat_server.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

/// Answers of a server, which are made at the same time as any others.
class TestComparisonStarter : public QObject {
    Q_OBJECT

    static ChatFixture chatWith(const FakeChatServer& server) {
        const Endpoint endpoint{"a", "Rack", QUrl(server.address()), {}, {}};
        return ChatFixture(store::Store::inMemory(), [endpoint](auto&&...) {
            return std::make_unique<RemoteEngine>(endpoint, "key", "m");
        });
    }
    static int phaseOf(ChatFixture& f, int row) {
        return f.chat.comparison->index(row).data(ReplyComparison::PhaseRole).toInt();
    }

private slots:
    void aServerAnswersSeveralTimes() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            const QJsonValue seed = QJsonDocument::fromJson(request.body)["seed"];
            auto answer = FakeChatServer::reply({"seed ", QByteArray::number(seed.toInteger())});
            answer.pauseMs = 5;
            return answer;
        });
        ChatFixture f = chatWith(server);
        f.load();
        f.sampling.setSeed("41");
        f.chat.draft->setText("Say your seed");
        f.chat.comparisonPlan->setCount(3);
        QVERIFY(f.chat.compare(0));
        QVERIFY(f.chat.draft->text().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!f.chat.comparison->isRunning(), 10000);
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(phaseOf(f, row), int(ReplyComparison::Complete));
            QCOMPARE(f.chat.comparison->text(row), QString("seed %1").arg(41 + row));
        }
        f.chat.comparison->keep(2);
        QCOMPARE(f.shown(), QStringList({"Say your seed", "seed 43"}));
        QCOMPARE(f.lastRow(MessageBlockModel::SiblingCountRole).toInt(), 3);
        QVERIFY(f.chat.canSend());
    }

    void oneOfThemIsStoppedAndTheOtherGoesOn() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            auto answer = FakeChatServer::reply(QList<QByteArray>(400, "x"));
            answer.pauseMs = 5;
            return answer;
        });
        ChatFixture f = chatWith(server);
        f.load();
        f.chat.draft->setText("Q");
        QVERIFY(f.chat.compare(0));
        ReplyComparison& comparison = *f.chat.comparison;
        QTRY_VERIFY_WITH_TIMEOUT(comparison.text(0).size() > 3 && comparison.text(1).size() > 3, 10000);
        comparison.stop(0);
        QTRY_COMPARE(phaseOf(f, 0), int(ReplyComparison::Stopped));
        QVERIFY(comparison.text(0).startsWith("xxx") && comparison.text(0).size() < 400);
        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(f, 1), int(ReplyComparison::Complete), 20000);
        QCOMPARE(comparison.text(1), QString(400, u'x'));
        QTRY_COMPARE(server.abandoned(), 1);
    }

    void nothingIsWrittenWithoutAModel() {
        FakeChatServer server([](const FakeChatServer::Request&) { return FakeChatServer::reply({}); });
        ChatFixture f = chatWith(server);
        f.chat.draft->setText("Q");
        QSignalSpy models(&f.chat, &ChatController::modelsWanted);
        QVERIFY(!f.chat.compare(0));
        QCOMPARE(models.count(), 1);
        QCOMPARE(f.chat.draft->text(), QString("Q"));
        QVERIFY(f.store->conversations().list().empty());
    }

    void modelsAnswerSideBySide() {
        ChatFixture f(store::Store::inMemory(), ChatFixture::engineOfEachModel());
        f.load("b.gguf");
        f.load("a.gguf");
        f.chat.models->set({{"a.gguf", "A"}, {"b.gguf", "B"}});
        f.chat.comparisonPlan->setDifference(ComparisonPlan::Models);
        f.chat.draft->pictures()->add({test::smallPicture(1), "a.png"});
        QVERIFY(f.chat.compare(0));
        QTRY_VERIFY(!f.chat.comparison->isRunning());
        QCOMPARE(f.chat.draft->pictures()->count(), 0);
        QCOMPARE(f.store->messages().find(f.idAt(0))->pictures.size(), size_t{1});
        QCOMPARE(f.chat.comparison->questionPictures().size(), 1);
        QCOMPARE(f.chat.comparison->text(0), QString("a"));
        QCOMPARE(f.chat.comparison->text(1), QString("b"));
        QCOMPARE(f.chat.comparison->index(1).data(ReplyComparison::LabelRole).toString(), QString("B"));
        f.chat.comparison->keep(1);
        QCOMPARE(f.store->messages().find(f.idAt(1))->model, QString("b"));
    }
};

QTEST_GUILESS_MAIN(TestComparisonStarter)
#include "tst_comparison_starter.moc"

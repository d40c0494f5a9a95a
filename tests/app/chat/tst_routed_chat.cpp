// A chat that two models answer: who did stays with each reply, and it can be made again and continued by
// them.
#include "chat/chat_controller.h"

#include "chat/recipe_keys.h"
#include "chat/reply_figures.h"
#include "chat_fixture.h"
#include "endpoints/endpoint.h"
#include "inspector/reply_recipe.h"
#include "model_files/route_path.h"

using namespace hearth;
using namespace hearth::app;

class TestRoutedChat : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_small = std::make_shared<test::EngineScript>(),
                                        m_large = std::make_shared<test::EngineScript>();

    std::unique_ptr<test::ChatFixture> fixture() {
        auto f = std::make_unique<test::ChatFixture>(
            store::Store::inMemory(), [this](const EngineOptions& wanted, const auto&, std::stop_token) {
                return std::make_unique<test::ScriptedEngine>(wanted.model == "/m/tiny.gguf" ? m_small
                                                                                             : m_large);
            });
        f->settings.models->setRouteSmall(QStringLiteral("/m/tiny.gguf"));
        f->settings.models->setRouteLarge(QStringLiteral("/m/huge.gguf"));
        return f;
    }
    static void load(test::ChatFixture& f, const QString& path) {
        QSignalSpy ready(&f.engine, &EngineStatus::becameReady);
        f.engine.load(path);
        QVERIFY(ready.wait());
    }
    static store::Message messageAt(test::ChatFixture& f, int place) {
        return f.store->messages().find(f.idAt(place)).value_or(store::Message());
    }
    static QJsonObject recipeAt(test::ChatFixture& f, int place) {
        return f.store->generations().find(f.idAt(place)).value_or(store::Generation()).recipe;
    }

private slots:
    void init() {
        *m_small = {};
        *m_large = {};
        m_small->pieces = {"I ", "am ", "little."};
        m_small->probabilities = {0.9F, 0.9F, 0.9F};
        m_large->pieces = {"I ", "am ", "big."};
        m_large->contextLength = 4096;
    }

    void whoAnsweredAndWhyStaysWithTheReply() {
        const auto f = fixture();
        load(*f, routePath);
        QCOMPARE(f->engine.model().parts.size(), size_t(2));
        const QString small = f->engine.model().parts[0].name, large = f->engine.model().parts[1].name;
        QVERIFY(small != large && !small.isEmpty());
        f->talk("Hello");
        f->talk("/large Hi");
        QCOMPARE(f->shown(), (QStringList{"Hello", "I am little.", "/large Hi", "I am big."}));
        QCOMPARE(messageAt(*f, 1).model, small);
        QCOMPARE(messageAt(*f, 3).model, large);
        QVERIFY2(shownFigures(messageAt(*f, 1).figures)
                     .endsWith(QStringLiteral("answered by %1 (sure of its first words)").arg(small)),
                 qPrintable(shownFigures(messageAt(*f, 1).figures)));
        QVERIFY(shownFigures(messageAt(*f, 3).figures)
                    .endsWith(QStringLiteral("answered by %1 (the message asks for it)").arg(large)));
        const QJsonObject first = recipeAt(*f, 1), second = recipeAt(*f, 3);
        QCOMPARE(first[recipe::model].toString(), small);
        QCOMPARE(first[recipe::route].toObject()[recipe::routeReason].toString(), QStringLiteral("certain"));
        QCOMPARE(first[recipe::route].toObject()[recipe::routeTokens].toInt(), 3);
        QCOMPARE(second[recipe::model].toString(), large);
        QCOMPARE(second[recipe::contextLength].toInt(), 4096);
        QCOMPARE(second[recipe::route].toObject()[recipe::routeTarget].toString(), QStringLiteral("large"));
        // Titles are the small model's.
        QTRY_COMPARE(m_small->titleRequests.size(), size_t(1));
        QCOMPARE(m_large->titleRequests.size(), size_t(0));
    }
    void onlyTheServersRepliesHaveItsPrice() {
        const auto f = fixture();
        Endpoint cloud;
        cloud.id = "12345678";
        cloud.address = QUrl("https://api.example.org/v1");
        cloud.prices = {1000, 5000};
        f->store->settings().put("endpoints", writeEndpoints({cloud}));
        f->settings.models->setRouteLarge(QStringLiteral("endpoint:12345678/large"));
        load(*f, routePath);
        f->talk("Hello");
        f->talk("/large Hi");
        QVERIFY(!recipeAt(*f, 1).contains(recipe::priceRead));
        QVERIFY(!shownFigures(messageAt(*f, 1).figures).contains("cost"));
        QCOMPARE(recipeAt(*f, 3)[recipe::priceRead].toDouble(), 1000.0);
        QCOMPARE(recipeAt(*f, 3)[recipe::priceWritten].toDouble(), 5000.0);
        QVERIFY2(shownFigures(messageAt(*f, 3).figures).contains("cost "),
                 qPrintable(shownFigures(messageAt(*f, 3).figures)));
    }
    void theReplyIsMadeAgainAndContinuedByWhoMadeIt() {
        const auto f = fixture();
        load(*f, routePath);
        f->talk("/large Hi");
        f->talk("Hello");
        const ReplyRecipe made = recipeOfReply(*f->store, f->engine, f->idAt(1));
        QCOMPARE(made.problem, QString());
        QVERIFY2(made.differences.isEmpty(), qPrintable(made.differences.join(u',')));
        QVERIFY(made.request->route == RouteTarget::Large);
        QCOMPARE(made.request->messages.back().content, std::string("Hi"));
        f->chat.versions->continueReply(f->idAt(3));
        f->waitForReply();
        QVERIFY(m_small->requests.back().continueLast);
        QCOMPARE(recipeAt(*f, 3)[recipe::route].toObject()[recipe::routeReason].toString(),
                 QStringLiteral("asked"));
        // The ids of either reply go along: an engine leaves those of the other alone.
        QVERIFY(!m_small->requests.back().messages.at(1).tokens.empty());
        // The model alone does as well.
        load(*f, QStringLiteral("/m/huge.gguf"));
        const ReplyRecipe alone = recipeOfReply(*f->store, f->engine, f->idAt(1));
        QCOMPARE(alone.problem, QString());
        QCOMPARE(alone.request->messages.back().content, std::string("Hi"));
        QVERIFY(!recipeOfReply(*f->store, f->engine, f->idAt(3)).problem.isEmpty());
    }
    void aReplyThatIsStoppedIsKept() {
        const auto f = fixture();
        m_small->tokenStep = std::chrono::milliseconds(20);
        m_small->pieces.assign(200, "x");
        m_small->probabilities.assign(200, 0.9F);
        load(*f, routePath);
        QVERIFY(f->chat.send("Hello"));
        QTest::qWait(60);
        f->chat.stop();
        f->waitForReply();
        QCOMPARE(messageAt(*f, 1).state, store::MessageState::Stopped);
        QCOMPARE(messageAt(*f, 1).model, f->engine.model().parts[0].name);
    }
};

QTEST_GUILESS_MAIN(TestRoutedChat)
#include "tst_routed_chat.moc"

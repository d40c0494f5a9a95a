#include "server/single_model_shelf.h"

#include <QtTest>

#include "engine/runtime/hosted.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::server;

class TestSingleModelShelf : public QObject {
    Q_OBJECT

private slots:
    void listsEveryName() {
        const auto host = test::hosted("tiny", [](const std::stop_token& stop) {
            return test::ScriptedEngine::load(std::make_shared<test::EngineScript>(), {}, stop);
        });
        SingleModelShelf shelf(*host, "tiny", {"local"});
        const auto listed = shelf.list();
        QCOMPARE(listed.size(), size_t(2));
        QCOMPARE(listed[0].name, std::string("tiny"));
        QCOMPARE(listed[1].name, std::string("local"));
        QCOMPARE(listed[0].state, std::string("loaded"));
        QVERIFY(shelf.find("local") == shelf.find(""));
        QVERIFY(shelf.find("other") == shelf.find(""));
        QTRY_COMPARE(shelf.list()[1].contextLength, 2048);
        QCOMPARE(shelf.running(), 0);
        QCOMPARE(shelf.waiting(), size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestSingleModelShelf)
#include "tst_single_model_shelf.moc"

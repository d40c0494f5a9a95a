#include "server/single_model_shelf.h"

#include <QtTest>

#include "engine/server/served_script.h"

using namespace hearth;
using namespace hearth::server;

class TestSingleModelShelf : public QObject {
    Q_OBJECT

private slots:
    void listsEveryName() {
        const auto thread = test::servedScript(std::make_shared<test::EngineScript>());
        SingleModelShelf shelf(
            std::make_shared<ServedModel>("tiny", std::vector<std::string>{"local"}, *thread, 4), *thread);
        const auto listed = shelf.list();
        QCOMPARE(listed.size(), size_t(2));
        QCOMPARE(listed[0].name, std::string("tiny"));
        QCOMPARE(listed[1].name, std::string("local"));
        QCOMPARE(listed[0].state, std::string("loaded"));
        QVERIFY(shelf.find("local") == shelf.find(""));
        QVERIFY(shelf.find("other") == nullptr);
        QCOMPARE(shelf.running(), 0);
        QCOMPARE(shelf.waiting(), size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestSingleModelShelf)
#include "tst_single_model_shelf.moc"

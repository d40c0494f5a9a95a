#include "server/window_shelf.h"

#include <QtTest>

#include "engine/runtime/served_script.h"

using namespace hearth;
using namespace hearth::server;

class TestWindowShelf : public QObject {
    Q_OBJECT
private slots:
    void hasTheModelThatIsInUse() {
        const auto thread = test::servedScript(std::make_shared<test::EngineScript>());
        WindowShelf shelf(*thread, 2);
        QVERIFY(shelf.find("") == nullptr);
        QVERIFY(shelf.list().empty());
        shelf.setModel("small");
        const auto small = shelf.find("");
        QCOMPARE(small->name, std::string("small"));
        QVERIFY(shelf.find("small") == small);
        QVERIFY(shelf.find("large") == small);
        QTRY_COMPARE(shelf.list().at(0).contextLength, 2048);
        shelf.setModel("small");
        QVERIFY(shelf.find("small") == small);
        shelf.setModel("large");
        QVERIFY(shelf.find("small") != small);
        QCOMPARE(shelf.list().at(0).name, std::string("large"));
        shelf.setModel("");
        QVERIFY(shelf.find("") == nullptr);
        QCOMPARE(shelf.running(), 0);
        QCOMPARE(shelf.waiting(), size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestWindowShelf)
#include "tst_window_shelf.moc"

#include "server/routed_shelf.h"

#include <QtTest>

#include "engine/server/scripted_pair.h"
#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::server;

class TestRoutedShelf : public QObject {
    Q_OBJECT

    static bool refuses(ModelShelf& models, const char* small, const char* large, const ErrorKind& kind) {
        try {
            const RoutedShelf shelf(models, {.small = small, .large = large, .rule = {}});
        } catch (const Error& error) {
            return error.is(kind);
        }
        return false;
    }

private slots:
    void theModelThatIsTwoIsListed() {
        test::ScriptedPair pair;
        pair.load();
        RoutedShelf shelf(pair, pair.routing);
        std::vector<std::string> names;
        for (const auto& listed : shelf.list()) names.push_back(listed.name + " " + listed.state);
        QCOMPARE(names, (std::vector<std::string>{"auto loaded", "little loaded", "big loaded"}));
        QVERIFY(shelf.find("auto") == nullptr);
        for (const char* name : {"auto", ""}) {
            QVERIFY(shelf.meant(name).model == nullptr);
            QVERIFY(shelf.meant(name).routing == shelf.routing());
        }
        QVERIFY(shelf.meant("big").model == shelf.find("big"));
        QVERIFY(shelf.meant("big").routing == nullptr);
        QCOMPARE(shelf.find("big")->name, std::string("big"));
        QCOMPARE(shelf.routing()->small, std::string("little"));
        QVERIFY(pair.ModelShelf::routing() == nullptr);
        QCOMPARE(shelf.running(), 0);
        QCOMPARE(shelf.waiting(), size_t(0));
    }
    void bothHaveToBeThere() {
        test::ScriptedPair pair;
        pair.load();
        QVERIFY(refuses(pair, "little", "none", errors::noRoutedModel));
        QVERIFY(refuses(pair, "", "big", errors::noRoutedModel));
        QVERIFY(refuses(pair, "big", "big", errors::sameRoutedModel));
        QVERIFY(!refuses(pair, "little", "big", errors::noRoutedModel));
    }
};

QTEST_GUILESS_MAIN(TestRoutedShelf)
#include "tst_routed_shelf.moc"

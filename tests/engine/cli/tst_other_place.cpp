#include "cli/other_place.h"

#include <QtTest>

#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::cli;

class TestOtherPlace : public QObject {
    Q_OBJECT

    static EngineOptions options() {
        EngineOptions made;
        made.devices = {7};
        made.threads = 1;
        return made;
    }
    static std::filesystem::path tiny() { return test::tinyModelsFolder() / "llama-f32.gguf"; }

private slots:
    void goesToTheCpuWhereNoCardIsLeft() {
        EngineOptions where = options();
        where.model = tiny();
        const auto engine = resumeElsewhere(where, {.cause = Message::verbatim("Gone.")});
        QCOMPARE(engine->info().backendName, std::string("cpu"));
        QVERIFY(where.devices.empty());
    }
    void aLostCardIsLostForAllModels() {
        ServedPlace place(options());
        QCOMPARE(place.optionsFor("x").model.string(), std::string("x"));
        QCOMPARE(place.optionsFor("x").devices, std::vector<int>{7});
        // One that is full is not.
        DeviceFault full{.code = ErrorCode::OutOfMemory, .cause = Message::verbatim("Full.")};
        QVERIFY(place.resume(tiny(), full, {}));
        QCOMPARE(place.optionsFor("x").devices, std::vector<int>{7});
        QVERIFY(place.resume(tiny(), {.cause = Message::verbatim("Gone.")}, {}));
        QVERIFY(place.optionsFor("x").devices.empty());
        QCOMPARE(place.optionsFor("x").backend, std::string("cpu"));
    }
    void aModelThatIsNotThereAnyMoreIsTold() {
        ServedPlace place(options());
        QVERIFY_THROWS_EXCEPTION(
            Error, (void)place.resume("/nowhere.gguf", {.cause = Message::verbatim("Gone.")}, {}));
        QCOMPARE(place.optionsFor("x").devices, std::vector<int>{7});
    }
};

QTEST_GUILESS_MAIN(TestOtherPlace)
#include "tst_other_place.moc"

#include "hearth/default_policy.h"

#include <QtTest>

#include "engine/runtime/noting_sink.h"
#include "engine/runtime/served_script.h"
#include "hearth/request_queue.h"

using namespace hearth;

class TestDefaultPolicy : public QObject {
    Q_OBJECT

private slots:
    void theBestGuessesThatThereAre() {
        EngineInfo info;
        QCOMPARE(int(defaultSpeculation(info)), int(Speculation::PromptLookup));
        info.hasMtp = true;
        QCOMPARE(int(defaultSpeculation(info)), int(Speculation::Own));
        info.draftName = "small";
        QCOMPARE(int(defaultSpeculation(info)), int(Speculation::DraftModel));
        info.canSpeculate = false;
        QCOMPARE(int(defaultSpeculation(info)), int(Speculation::Off));
    }
    void requestsHaveThemUnlessSomethingElseIsChosen() {
        const auto script = std::make_shared<test::EngineScript>();
        script->hasMtp = true;
        const auto loop = test::servedScript(script);
        RequestQueue queue(*loop, {});
        test::NotingSink first, second;
        queue.submit({}, first, Priority::Chat);
        (void)first.end();
        queue.submit({}, second, Priority::Chat, {.speculation = Speculation::Off});
        (void)second.end();
        QCOMPARE(int(script->requests.at(0).speculation), int(Speculation::Own));
        QCOMPARE(int(script->requests.at(1).speculation), int(Speculation::Off));
    }
};

QTEST_GUILESS_MAIN(TestDefaultPolicy)
#include "tst_default_policy.moc"

#include "models/process_choice.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestProcessChoice : public QObject {
    Q_OBJECT

private slots:
    void eachLoadGoesWhereTheChoiceSays() {
        int here = 0, own = 0;
        const auto counting = [](int& loads) -> EngineFactory {
            return [&loads](const auto&, const auto&, const std::stop_token&) {
                ++loads;
                return std::unique_ptr<Engine>();
            };
        };
        ProcessChoice choice;
        const EngineFactory load = inChosenProcess(counting(here), counting(own), choice);
        (void)load({}, {}, {});
        QCOMPARE(here, 1);
        choice.set(true);
        (void)load({}, {}, {});
        (void)load({}, {}, {});
        QCOMPARE(own, 2);
        choice.set(false);
        (void)load({}, {}, {});
        QCOMPARE(here, 2);
        // Where there is no other way the model is loaded all the same.
        choice.set(true);
        (void)inChosenProcess(counting(here), {}, choice)({}, {}, {});
        QCOMPARE(here, 3);
    }
};

QTEST_GUILESS_MAIN(TestProcessChoice)
#include "tst_process_choice.moc"

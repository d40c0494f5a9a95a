#include "jinja/render_budget.h"

#include <QtTest>

#include "hearth/error.h"
#include "jinja/metered.h"

using namespace hearth;
using namespace hearth::jinja;

class TestRenderBudget : public QObject {
    Q_OBJECT

private slots:
    void workIsBounded() {
        RenderBudget budget(1'000'000, 100, {});
        budget.charge(400'000);
        budget.charge(600'000);
        QVERIFY_THROWS_EXCEPTION(Error, budget.charge(1));
        QVERIFY_THROWS_EXCEPTION(Error, budget.charge(~uint64_t{0}));
    }

    void aStopIsNoticed() {
        std::stop_source stop;
        RenderBudget budget(~uint64_t{0}, 100, stop.get_token());
        budget.charge(10);
        stop.request_stop();
        try {
            for (int i = 0; i < 1000; ++i) budget.charge(1000);
            QFAIL("not noticed");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::Cancelled);
        }
    }

    void containersGiveTheirMemoryBack() {
        QVERIFY(RenderBudget::current() == nullptr);
        RenderBudget budget(1'000'000, 4000, {});
        QVERIFY(RenderBudget::current() == &budget);
        {
            MeteredVector<int> numbers(100);
            QVERIFY(budget.memory() >= 400);
            MeteredVector<int> moved = std::move(numbers);
            const MeteredVector<int> copied = moved;
            QVERIFY(budget.memory() >= 800);
            QVERIFY_THROWS_EXCEPTION(Error, moved.resize(10'000));
            const MeteredVector<int> free(10'000, 1, MeteredAllocator<int>(nullptr));
        }
        QCOMPARE(budget.memory(), size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestRenderBudget)
#include "tst_render_budget.moc"

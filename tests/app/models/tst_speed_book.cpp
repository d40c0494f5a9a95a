#include "models/speed_book.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Ten tokens a second: a thousand million weights at ten thousand million a second.
TokenWork work(BlockType type = BlockType::Q8_0) {
    TokenWork work;
    work.products = {{type, 1'000'000'000, 1'062'500'000, 0}};
    work.layers = 1;
    return work;
}

DeviceSpeed measured(const std::string& backend, std::span<const BlockType> types,
                     double weightsPerS = 10e9) {
    DeviceSpeed speed;
    speed.backend = backend;
    speed.threads = 2;
    speed.readBytesPerS = 20e9;
    speed.operationS = 1e-9;
    for (const BlockType type : types)
        if (type != BlockType::Q2_K)
            speed.products.push_back({type, {weightsPerS, weightsPerS, weightsPerS, 1e9}});
    return speed;
}

struct Counted {
    std::shared_ptr<std::atomic<int>> times = std::make_shared<std::atomic<int>>(0);
    SpeedMeasurer measurer() const {
        return [times = times](const std::string& backend, int, std::span<const BlockType> types,
                               std::stop_token) {
            ++*times;
            return measured(backend, types, backend == "cpu" ? 10e9 : 100e9);
        };
    }
};

}  // namespace

class TestSpeedBook : public QObject {
    Q_OBJECT

private slots:
    void measuresWhatIsAskedForOnceSomebodyLooks() {
        const auto store = store::Store::inMemory();
        const Counted counted;
        SpeedBook book(*store, counted.measurer(), {});
        QVERIFY(!book.guess(work(), {}).has_value());
        QCOMPARE(book.textFor(work(), {}), QString());
        QTest::qWait(20);
        QCOMPARE(counted.times->load(), 0);
        book.setWanted(true);
        QTRY_VERIFY(book.guess(work(), {}).has_value());
        QVERIFY(qAbs(book.guess(work(), {})->tokensPerS() - 10) < 0.01);
        QCOMPARE(book.textFor(work(), {}),
                 QString("about 10.0 tokens/s, first token after 2.1 s or more (prompt of 500)"));
        QCOMPARE(counted.times->load(), 1);
        QVERIFY(!book.guess(TokenWork(), {}).has_value());
        // Kept over restarts.
        SpeedBook later(*store, {}, {});
        QVERIFY(qAbs(later.guess(work(), {})->tokensPerS() - 10) < 0.01);
        QCOMPARE(later.speedOf({})->threads, 2);
        QCOMPARE(later.speedOf({})->readBytesPerS, 20e9);
    }

    // It would make the reply slower and itself wrong.
    void restsWhileAReplyIsMade() {
        const auto store = store::Store::inMemory();
        const Counted counted;
        SpeedBook book(*store, counted.measurer(), {});
        book.setResting(false);
        book.setWanted(true);
        QVERIFY(!book.guess(work(), {}).has_value());
        QTest::qWait(20);
        QCOMPARE(counted.times->load(), 0);
        book.setResting(true);
        QTRY_VERIFY(book.guess(work(), {}).has_value());
    }

    // A type that a device cannot multiply with is measured once.
    void aTypeThatIsRefusedStaysUnknown() {
        const auto store = store::Store::inMemory();
        const Counted counted;
        SpeedBook book(*store, counted.measurer(), {});
        book.setWanted(true);
        QVERIFY(!book.guess(work(BlockType::Q2_K), {}).has_value());
        QTRY_COMPARE(counted.times->load(), 1);
        QTRY_VERIFY(!book.isMeasuring());
        QVERIFY(!book.guess(work(BlockType::Q2_K), {}).has_value());
        QTest::qWait(20);
        QCOMPARE(counted.times->load(), 1);
    }

    // Half of the layers on a card that is ten times as quick: half of the time, and a twentieth.
    void layersOnACardCountAtItsSpeed() {
        const auto store = store::Store::inMemory();
        const Counted counted;
        SpeedBook book(*store, counted.measurer(), "cuda");
        book.setWanted(true);
        MemoryPlan plan;
        plan.layers = 2;
        plan.layersOnDevice = 1;
        plan.cards = {{}};
        QTRY_VERIFY(book.guess(work(), plan).has_value());
        QVERIFY(qAbs(book.guess(work(), plan)->tokenS - (0.05 + 0.005)) < 1e-4);
        QCOMPARE(book.speedOf(plan)->backend, std::string("cuda"));
        QCOMPARE(book.speedOf({})->backend, std::string("cpu"));
    }

    void howFarOffGuessesWereIsKeptAndLearnt() {
        const auto store = store::Store::inMemory();
        {
            SpeedBook book(*store, Counted().measurer(), {});
            book.note({"Qwen", "Q4_K", 10, 8, 10});
            book.note({"Llama", "Q8_0", 20, 16, 20});
            book.note({"Qwen", "Q4_K", 8, 8.4, 10});
            book.note({"nothing", "", 0, 0, 0});
        }
        SpeedBook book(*store, Counted().measurer(), {});
        QCOMPARE(book.told().size(), size_t{2});
        QCOMPARE(book.told()[0].model, QString("Qwen"));
        QVERIFY(qAbs(book.told()[0].off() - 0.05) < 1e-9);
        QVERIFY(qAbs(book.told()[1].off() + 0.2) < 1e-9);
        // On the median of 0.80 and 0.84 (the upper one) of what is computed.
        book.setWanted(true);
        QTRY_VERIFY(book.guess(work(), {}).has_value());
        QVERIFY(qAbs(book.computed(work(), {})->tokensPerS() - 10) < 0.01);
        QVERIFY(qAbs(book.guess(work(), {})->tokensPerS() - 8.4) < 0.01);
        for (int i = 0; i < 30; ++i) book.note({QString::number(i), "F16", 1, 1, 1});
        QCOMPARE(book.told().size(), SpeedBook::mostTold);
    }

    void aFailureIsNoGuess() {
        const auto store = store::Store::inMemory();
        SpeedBook book(*store,
                       [](const std::string&, int, std::span<const BlockType>,
                          std::stop_token) -> DeviceSpeed { throw Error(ErrorCode::OutOfMemory, "no"); },
                       {});
        book.setWanted(true);
        QSignalSpy changed(&book, &SpeedBook::changed);
        QVERIFY(!book.guess(work(), {}).has_value());
        QTRY_VERIFY(changed.count() >= 2);
        QVERIFY(!book.isMeasuring());
        QVERIFY(!book.guess(work(), {}).has_value());
    }

    void measuresAnew() {
        const auto store = store::Store::inMemory();
        const Counted counted;
        SpeedBook book(*store, counted.measurer(), {});
        book.setWanted(true);
        book.guess(work(), {});
        QTRY_COMPARE(counted.times->load(), 1);
        QTRY_VERIFY(!book.isMeasuring());
        book.measureAgain();
        QTRY_COMPARE(counted.times->load(), 2);
    }
};

QTEST_MAIN(TestSpeedBook)
#include "tst_speed_book.moc"

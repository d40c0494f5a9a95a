#include "backend/cpu/stream_choice.h"

#include <QtTest>
#include <random>

using namespace hearth::cpu;

class TestStreamChoice : public QObject {
    Q_OBJECT

    static constexpr size_t products = 121;

    /// So many tokens whose products take what `cost` says; returns how many products used each number.
    template <class F>
    static std::vector<size_t> run(StreamChoice& choice, size_t tokens, unsigned threads, F&& cost) {
        std::vector<size_t> used(9, 0);
        for (size_t token = 0; token < tokens; ++token) {
            choice.beginToken(threads);
            for (size_t product = 0; product < products; ++product) {
                const size_t streams = choice.streams(product);
                ++used[streams];
                if (choice.tries()) choice.record(product, cost(product, streams));
            }
        }
        return used;
    }

    /// Some products are large, every one is up to half slower than the last time, and `best` saves 5 %.
    static auto noisy(size_t best, std::mt19937& random) {
        return [best, &random](size_t product, size_t streams) {
            std::uniform_real_distribution<double> noise(1.0, 1.5);
            return (product % 4 == 0 ? 30e-6 : 10e-6) * (streams == best ? 0.95 : 1.0) * noise(random);
        };
    }

private slots:
    void theUsualComesFirst() {
        for (const size_t usual : StreamChoice::candidates) {
            StreamChoice choice(usual);
            choice.beginToken(2);
            QCOMPARE(choice.streams(0), usual);
            QCOMPARE(choice.streams(7), usual);
            QVERIFY(!choice.tries());
        }
    }

    void findsAFewPercentInNoise() {
        std::mt19937 random(7);
        for (const size_t usual : StreamChoice::candidates)
            for (const size_t best : StreamChoice::candidates) {
                StreamChoice choice(usual);
                run(choice, 40, 2, noisy(best, random));
                QVERIFY(!choice.tries());
                QCOMPARE(choice.streams(0), best);
            }
    }

    void equalNumbersDoNotTakeTurns() {
        for (const size_t usual : StreamChoice::candidates) {
            StreamChoice choice(usual);
            run(choice, 40, 2, [](size_t product, size_t streams) {
                return (product + 1) * (streams == 4 ? 0.98e-6 : 1e-6);
            });
            QCOMPARE(choice.streams(0), usual);
        }
    }

    void everyProductTriesAllInTurns() {
        StreamChoice choice(8);
        std::vector<std::vector<size_t>> seen(products, std::vector<size_t>(9, 0));
        run(choice, 40, 2, [&](size_t product, size_t streams) {
            ++seen[product][streams];
            return 1e-6;
        });
        const size_t each = StreamChoice::trialTokens / StreamChoice::candidates.size();
        for (const auto& counts : seen)
            for (const size_t streams : StreamChoice::candidates) QCOMPARE(counts[streams], each);
    }

    void triesAgainAfterALongTime() {
        std::mt19937 random(8);
        StreamChoice choice(8);
        run(choice, 40, 2, noisy(2, random));
        QCOMPARE(choice.streams(0), 2U);
        const auto used = run(choice, StreamChoice::restTokens - 20, 2, noisy(8, random));
        QCOMPARE(used[2], products * (StreamChoice::restTokens - 20));
        run(choice, 40, 2, noisy(8, random));
        QCOMPARE(choice.streams(0), 8U);
    }

    /// Times of one thread say nothing about two.
    void aTrialHasOneNumberOfThreads() {
        std::mt19937 random(9);
        StreamChoice choice(8);
        run(choice, 20, 1, noisy(2, random));
        run(choice, 20, 2, noisy(4, random));
        QVERIFY(choice.tries());
        run(choice, 20, 2, noisy(4, random));
        QCOMPARE(choice.streams(0), 4U);
        // One that is over stays, however many work later.
        run(choice, 100, 1, noisy(2, random));
        QCOMPARE(choice.streams(0), 4U);
    }

    /// A product that some tokens do not have, as the one for the logits, does not count.
    void productsThatAreNotAlwaysThere() {
        StreamChoice choice(8);
        for (size_t token = 0; token < 40; ++token) {
            choice.beginToken(2);
            for (size_t product = 0; product < (token % 2 == 0 ? 5 : 4); ++product)
                choice.record(product, choice.streams(product) == (product == 4 ? 2U : 4U) ? 1e-6 : 2e-6);
        }
        QCOMPARE(choice.streams(0), 4U);
        // Nothing at all leaves things as they were.
        StreamChoice none(8);
        for (size_t token = 0; token < 40; ++token) none.beginToken(2);
        QCOMPARE(none.streams(0), 8U);
    }
};

QTEST_APPLESS_MAIN(TestStreamChoice)
#include "tst_stream_choice.moc"

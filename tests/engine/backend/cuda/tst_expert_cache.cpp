#include "backend/cuda/expert_cache.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <random>
#include <set>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth::cuda;

namespace {

using Steps = std::vector<std::vector<int>>;

/// Hits of a least recently used cache, as simply as possible: a list, the last used first. In each step the
/// cached experts come first.
uint64_t referenceHits(const Steps& steps, size_t count) {
    std::list<int> recent;
    uint64_t hits = 0;
    for (const std::vector<int>& step : steps) {
        std::vector<int> absent;
        const auto touch = [&](int expert) {
            recent.remove(expert);
            recent.push_front(expert);
            if (recent.size() > count) recent.pop_back();
        };
        const std::set<int> before(recent.begin(), recent.end());
        for (const int expert : step) {
            if (!before.contains(expert)) {
                absent.push_back(expert);
                continue;
            }
            ++hits;
            touch(expert);
        }
        for (const int expert : absent) touch(expert);
    }
    return hits;
}

/// `used` experts a step, the frequent ones most often (Zipf's law, exponent 1).
Steps zipf(int experts, int used, size_t count) {
    std::mt19937 random(7);
    std::vector<double> weights;
    for (int i = 0; i < experts; ++i) weights.push_back(1.0 / (i + 1));
    std::discrete_distribution<int> draw(weights.begin(), weights.end());
    Steps steps(count);
    for (auto& step : steps) {
        std::set<int> chosen;
        while (chosen.size() < static_cast<size_t>(used)) chosen.insert(draw(random) * 37 % experts);
        step.assign(chosen.begin(), chosen.end());
    }
    return steps;
}

/// Windows of `used` experts that go round.
Steps loop(int experts, int used, size_t count) {
    Steps steps(count);
    for (size_t i = 0; i < count; ++i) {
        for (int j = 0; j < used; ++j) steps[i].push_back((static_cast<int>(i) * used + j) % experts);
        std::ranges::sort(steps[i]);
    }
    return steps;
}

/// Replies with a prompt, which takes all experts, now and then.
Steps scans(int experts, int used, size_t count) {
    Steps steps = zipf(experts, used, count);
    for (size_t i = 0; i < count; i += 10) {
        steps[i].clear();
        for (int expert = 0; expert < experts; ++expert) steps[i].push_back(expert);
    }
    return steps;
}

}  // namespace

class ExpertCacheTest : public QObject {
    Q_OBJECT

private slots:
    void findsWhatAReferenceFinds_data() {
        QTest::addColumn<int>("pattern");
        QTest::addColumn<int>("cacheSlots");
        for (const int count : {1, 4, 13, 64, 127, 128}) {
            QTest::addRow("Zipf, %d slots", count) << 0 << count;
            QTest::addRow("loop, %d slots", count) << 1 << count;
            QTest::addRow("scans, %d slots", count) << 2 << count;
        }
    }
    /// The same hits, each pass within the slots and right about them.
    void findsWhatAReferenceFinds() {
        QFETCH(int, pattern);
        QFETCH(int, cacheSlots);
        constexpr int experts = 128;
        const Steps steps = (pattern == 0 ? zipf : pattern == 1 ? loop : scans)(experts, 8, 300);
        ExpertCache cache(experts, cacheSlots);
        std::vector<int> inSlot(static_cast<size_t>(cacheSlots), -1);
        uint64_t hits = 0, all = 0;
        for (const std::vector<int>& step : steps) {
            const auto passes = cache.serve(step);
            std::multiset<int> served;
            std::vector<int> readIn(inSlot.size(), -1);
            for (size_t i = 0; i < passes.size(); ++i) {
                const ExpertCache::Pass& pass = passes[i];
                QVERIFY(!pass.places.empty() && pass.places.size() <= inSlot.size());
                QVERIFY(!pass.copies || pass.places.size() <= std::max<size_t>(inSlot.size() / 2, 1));
                int after = -1;
                for (const auto [expert, slot] : pass.places) {
                    int& own = inSlot.at(static_cast<size_t>(slot));
                    int& read = readIn.at(static_cast<size_t>(slot));
                    if (pass.copies) {
                        after = std::max(after, read);
                        own = expert;
                    }
                    QCOMPARE(own, expert);
                    QVERIFY(read != static_cast<int>(i));  // nobody shares a slot
                    read = static_cast<int>(i);
                    served.insert(expert);
                }
                QCOMPARE(pass.after, after);
                hits += pass.copies ? 0 : pass.places.size();
            }
            QVERIFY(std::ranges::equal(served, step));
            all += step.size();
            for (int expert = 0; expert < experts; ++expert) {
                const int slot = cache.slotOf(expert);
                QVERIFY(slot < 0 || inSlot.at(static_cast<size_t>(slot)) == expert);
            }
        }
        qInfo("%.1f %% of %llu found", 100.0 * static_cast<double>(hits) / static_cast<double>(all),
              static_cast<unsigned long long>(all));
        QCOMPARE(hits, referenceHits(steps, static_cast<size_t>(cacheSlots)));
    }

    /// Half of all experts are there when a prompt begins, so half of them is found.
    void aLoopOverAllFindsAHalf() {
        ExpertCache cache(8, 4);
        const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7};
        (void)cache.serve(all);
        const auto passes = cache.serve(all);
        QVERIFY(!passes.front().copies);
        QCOMPARE(passes.front().places.size(), size_t{4});
    }

    void whatIsForgottenIsCopiedAgain() {
        ExpertCache cache(4, 4);
        const std::vector<int> step{0, 1};
        const auto first = cache.serve(step);
        QVERIFY(!cache.serve(step).front().copies);
        cache.forget();
        QCOMPARE(cache.slotOf(0), -1);
        QVERIFY(cache.serve(step) == first);
    }

    void oneSlotIsEnough() {
        ExpertCache cache(3, 1);
        const auto passes = cache.serve(std::vector<int>{0, 1, 2});
        QCOMPARE(passes.size(), size_t{3});
        QCOMPARE(passes[2].after, 1);
        QCOMPARE(cache.slotTable(), (std::vector<int>{-1, -1, 0}));
    }
};

QTEST_GUILESS_MAIN(ExpertCacheTest)
#include "tst_expert_cache.moc"

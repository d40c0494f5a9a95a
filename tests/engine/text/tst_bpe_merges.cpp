#include "text/bpe_merges.h"

#include <QtTest>
#include <ctime>
#include <map>
#include <random>

using namespace hearth::text;

class BpeMergesTest : public QObject {
    Q_OBJECT

    using Rules = std::map<std::pair<Symbol, Symbol>, MergeTable::Merge>;

    /// The definition, word for word: merge the leftmost pair of the lowest rank until there is none.
    static std::vector<Symbol> byDefinition(const Rules& rules, std::vector<Symbol> symbols) {
        for (;;) {
            size_t best = symbols.size();
            MergeTable::Merge merge;
            for (size_t i = 0; i + 1 < symbols.size(); ++i) {
                const auto rule = rules.find({symbols[i], symbols[i + 1]});
                if (rule != rules.end() && rule->second.rank < merge.rank) {
                    best = i;
                    merge = rule->second;
                }
            }
            if (best == symbols.size()) return symbols;
            symbols[best] = merge.result;
            symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(best) + 1);
        }
    }

private slots:
    void agreesWithTheDefinition() {
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            Rules rules;
            MergeTable table;
            const Symbol letters = 2 + random() % 5;
            Symbol next = letters;
            for (uint32_t rank = 0; rank < 40; ++rank) {
                const Symbol left = random() % next;
                const Symbol right = random() % next;
                if (rules.contains({left, right})) continue;
                rules[{left, right}] = {rank, next};
                table.add(left, right, {rank, next});
                ++next;
            }
            for (const size_t length : {0, 1, 2, 3, 20, 47, 48, 49, 50, 200}) {
                std::vector<Symbol> symbols(length);
                for (Symbol& symbol : symbols) symbol = random() % 20 == 0 ? kNoSymbol : random() % letters;
                const std::vector<Symbol> expected = byDefinition(rules, symbols);
                table.apply(symbols);
                QCOMPARE(symbols, expected);
            }
        }
    }

    void firstRuleOfAPairCounts() {
        MergeTable table;
        table.add(1, 2, {5, 10});
        table.add(1, 2, {1, 11});
        QCOMPARE(table.find(1, 2).result, Symbol{10});
        QVERIFY(!table.find(2, 1));
        QVERIFY(!table.find(kNoSymbol, kNoSymbol));
        QVERIFY(!MergeTable().find(0, 0));
    }

    void manySymbolsTakeNearLinearTime() {
        // a a -> b, b b -> c, ...: every merge makes new pairs, which is the worst there is.
        MergeTable table;
        for (Symbol level = 0; level < 30; ++level) table.add(level, level, {level, level + 1});
        const auto seconds = [&](size_t length) {
            std::vector<Symbol> symbols(length, 0);
            const std::clock_t begin = std::clock();  // of this process: others may keep the machine busy
            table.apply(symbols);
            return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        };
        const double few = std::max(seconds(1U << 15U), 1e-4);
        const double many = seconds(1U << 20U);
        // 32 times as many; quadratic would be 1024 times as long.
        QVERIFY2(many < few * 32 * 8, qPrintable(QString("%1 s against %2 s").arg(many).arg(few)));
    }
};

QTEST_APPLESS_MAIN(BpeMergesTest)
#include "tst_bpe_merges.moc"

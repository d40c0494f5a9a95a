#include "text/string_pool.h"

#include <QtTest>
#include <random>
#include <unordered_map>

using namespace hearth::text;

class StringPoolTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithAMap() {
        std::mt19937 random(5);
        StringPool pool;
        StringIndex index;
        std::unordered_map<std::string, uint32_t> expected;
        for (uint32_t i = 0; i < 5000; ++i) {
            std::string text;
            for (size_t length = random() % 4; length > 0; --length)
                text.push_back(static_cast<char>(random() % 20));
            pool.add(text);
            QCOMPARE(pool[i], std::string_view(text));
            QCOMPARE(index.add(pool, i), expected.emplace(text, i).second);
        }
        QCOMPARE(pool.size(), size_t{5000});
        for (const auto& [text, number] : expected) QCOMPARE(index.find(pool, text), number);
        QCOMPARE(index.find(pool, "not there"), StringIndex::kNone);
    }
    void emptyIndex() {
        QCOMPARE(StringIndex().find(StringPool(), "a"), StringIndex::kNone);
        StringIndex reserved;
        reserved.reserve(100);
        QCOMPARE(reserved.find(StringPool(), ""), StringIndex::kNone);
    }
};

QTEST_APPLESS_MAIN(StringPoolTest)
#include "tst_string_pool.moc"

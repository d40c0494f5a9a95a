#include "jinja/filters.h"

#include <set>
#include "snippet_test.h"

#include "hearth/error.h"
#include "jinja/filter_tables.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestFilters : public test::SnippetTest {
    Q_OBJECT

public:
    TestFilters() : SnippetTest("filters", 1) {}

private slots:
    void everyListedFilterIsFound() {
        for (const auto& table : {textFilters(), numberFilters(), sequenceFilters(), selectionFilters()}) {
            for (const FilterEntry& entry : table) QVERIFY(findFilter(entry.name) == entry.function);
        }
        QVERIFY(findFilter("nosuch") == nullptr && findFilter("") == nullptr);
        QVERIFY_THROWS_EXCEPTION(Error, (void)requireFilter("nosuch"));
    }

    void noNameIsTwice() {
        std::set<std::string_view> names;
        for (const auto& table : {textFilters(), numberFilters(), sequenceFilters(), selectionFilters()}) {
            for (const FilterEntry& entry : table)
                QVERIFY2(names.insert(entry.name).second, std::string(entry.name).c_str());
        }
        // jinja2.filters.FILTERS, but for those that need HTML pages or an event loop
        QVERIFY(names.size() >= 50);
    }

    void pathsOfAttributes() {
        Runtime runtime({}, {});
        const auto inner = runtime.dict(), outer = runtime.dict();
        inner->set(runtime.trusted("b"), runtime.list({Value(7)}));
        outer->set(runtime.trusted("a"), Value(inner));
        QCOMPARE(attributePath(runtime, Value(outer), runtime.trusted("a.b.0")).asInt(), int64_t{7});
        QVERIFY(attributePath(runtime, Value(outer), runtime.trusted("a.c")).isUndefined());
        QCOMPARE(attributePath(runtime, runtime.list({Value(3)}), Value(0)).asInt(), int64_t{3});
        QCOMPARE(attributePath(runtime, Value(5), Value()).asInt(), int64_t{5});
    }

    void caseIsFoldedForTextsOnly() {
        Runtime runtime({}, {});
        QCOMPARE(foldCase(runtime, runtime.trusted("ÄB")).bytes(), std::string("äb"));
        QCOMPARE(foldCase(runtime, Value(5)).asInt(), int64_t{5});
    }
};

QTEST_GUILESS_MAIN(TestFilters)
#include "tst_filters.moc"

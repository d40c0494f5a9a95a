#include "jinja/runtime.h"

#include "snippet_test.h"

#include "hearth/error.h"
#include "jinja/comparison.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestRuntime : public test::SnippetTest {
    Q_OBJECT

public:
    TestRuntime() : SnippetTest("runtime", 25) {}

private slots:
    void memoryIsGivenBack() {
        Runtime runtime({.outputBytes = 1000}, {});
        {
            const Value kept = runtime.trusted(std::string(900, 'x'));
            QVERIFY(runtime.budget().memory() >= 900);
            QVERIFY_THROWS_EXCEPTION(Error, runtime.trusted(std::string(1001, 'x')));
            Values many;
            QVERIFY_THROWS_EXCEPTION(Error, ([&] {
                                         for (int i = 0; i < 1000; ++i)
                                             many.push_back(runtime.trusted(std::string(900, 'x')));
                                     }()));
        }
        QCOMPARE(runtime.budget().memory(), size_t{0});
    }

    void generatorsRunOnce() {
        Runtime runtime({}, {});
        const Value generator = runtime.generator({Value(1), Value(2)});
        QVERIFY(truthy(generator));
        QCOMPARE(iterate(runtime, generator).size(), size_t{2});
        QCOMPARE(iterate(runtime, generator).size(), size_t{0});
        QVERIFY_THROWS_EXCEPTION(Error, lengthOf(runtime, generator));
    }

    void stepsDepthAndLengthAreBounded() {
        Runtime runtime({.steps = 10, .outputBytes = 100}, {});
        runtime.charge(10 * Runtime::kUnitsPerStep);
        QVERIFY_THROWS_EXCEPTION(Error, runtime.step());
        runtime.checkLength(100);
        QVERIFY_THROWS_EXCEPTION(Error, runtime.checkLength(101));
        const auto deeper = [&](const auto& self, int levels) -> void {
            const Runtime::Depth level(runtime);
            if (levels > 0) self(self, levels - 1);
        };
        QVERIFY_THROWS_EXCEPTION(Error, deeper(deeper, 1000000));
        QVERIFY_THROWS_EXCEPTION(Error, deeper(deeper, 1000000));  // every level was counted back
    }

    void attributesAndItemsAsJinja2FindsThem() {
        Runtime runtime({}, {});
        const auto dict = runtime.dict();
        dict->set(runtime.trusted("items"), Value(7));
        const Value value(dict);
        QVERIFY(getItem(runtime, value, runtime.trusted("items")).isInteger());
        QVERIFY(!getAttribute(runtime, value, "items").isInteger());  // the method comes first
        QVERIFY(getAttribute(runtime, value, "none").isUndefined());
        QVERIFY(getItem(runtime, runtime.list({Value(1)}), Value(5)).isUndefined());
        QCOMPARE(getItem(runtime, runtime.trusted("aé"), Value(-1)).bytes(), std::string("é"));
        QCOMPARE(lengthOf(runtime, runtime.trusted("aé")), int64_t{2});
    }
};

QTEST_GUILESS_MAIN(TestRuntime)
#include "tst_runtime.moc"

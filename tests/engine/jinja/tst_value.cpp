#include "jinja/value.h"

#include <QtTest>

#include "hearth/error.h"
#include "jinja/comparison.h"
#include "jinja/context.h"
#include "jinja/runtime.h"

using namespace hearth;
using namespace hearth::jinja;

/// Values and the memory they take.
class TestValue : public QObject {
    Q_OBJECT

private slots:
    void dictKeysAreThoseOfPython();
    void largeDictsFindTheirKeys();
    void deepValuesAreDestroyedWithoutRecursion();
    void cyclesAreFreed();
};

void TestValue::dictKeysAreThoseOfPython() {
    Runtime runtime({}, {});
    const auto dict = runtime.dict();
    dict->set(Value(1), Value(10));
    dict->set(Value(1.0), Value(20));
    dict->set(Value(true), Value(30));
    QCOMPARE(dict->size(), size_t{1});
    QCOMPARE(dict->find(Value(1))->asInt(), int64_t{30});
    dict->set(runtime.trusted("1"), Value(40));
    QCOMPARE(dict->size(), size_t{2});
    QCOMPARE(dict->find(std::string_view("1"))->asInt(), int64_t{40});
    QVERIFY(dict->find(Value()) == nullptr);
    QVERIFY(dict->erase(Value(1)));
    QVERIFY(!dict->erase(Value(1)));
    QCOMPARE(keyHash(runtime.tuple({Value(1), Value(2)})), keyHash(runtime.tuple({Value(1.0), Value(2)})));
    QVERIFY_THROWS_EXCEPTION(Error, keyHash(runtime.list({})));
    QVERIFY_THROWS_EXCEPTION(Error, keyHash(runtime.tuple({runtime.tuple({})})));
}

void TestValue::largeDictsFindTheirKeys() {
    Runtime runtime({}, {});
    const auto dict = runtime.dict();
    for (int i = 0; i < 5000; ++i) dict->set(runtime.trusted("k" + std::to_string(i)), Value(i));
    for (int i = 0; i < 5000; i += 2) QVERIFY(dict->find("k" + std::to_string(i))->asInt() == i);
    QVERIFY(dict->erase(runtime.trusted("k17")));
    QVERIFY(dict->find(std::string_view("k17")) == nullptr);
    QCOMPARE(dict->find(std::string_view("k4999"))->asInt(), int64_t{4999});
    QCOMPARE(dict->entries()[17].first.bytes(), std::string("k18"));
}

void TestValue::deepValuesAreDestroyedWithoutRecursion() {
    Runtime runtime({.steps = size_t{1} << 40U, .outputBytes = size_t{1} << 30U}, {});
    Value list;
    for (int i = 0; i < 1'000'000; ++i) list = runtime.list({std::move(list)});
    list = Value();
    QCOMPARE(runtime.budget().memory(), size_t{0});
    Value dicts;
    for (int i = 0; i < 1'000'000; ++i) {
        auto dict = runtime.dict();
        dict->set(Value(1), std::move(dicts));
        dicts = Value(std::move(dict));
    }
    dicts = Value();
    QCOMPARE(runtime.budget().memory(), size_t{0});
}

void TestValue::cyclesAreFreed() {
    std::weak_ptr<Object> watch;
    {
        Runtime runtime({}, {});
        const Value list = runtime.list({});
        runtime.track(list.shared());
        list.sequence().insert(0, list);
        watch = list.shared();
    }
    QVERIFY(watch.expired());
}

QTEST_GUILESS_MAIN(TestValue)
#include "tst_value.moc"

#include "hearth/kv_type.h"

#include <QtTest>

using namespace hearth;

class TestKvType : public QObject {
    Q_OBJECT

private slots:
    void namesAreThoseOfStoredSettings() {
        const std::vector<std::pair<KvType, std::string_view>> stored{
            {KvType::F32, "f32"}, {KvType::F16, "f16"}, {KvType::Q8_0, "q8_0"}, {KvType::Q4_0, "q4_0"}};
        for (const auto& [type, name] : stored) {
            QCOMPARE(kvTypeName(type), name);
            QVERIFY(kvTypeOf(name) == type);
        }
        for (const char* other : {"", "F16", "q8", "f16 "}) QVERIFY(!kvTypeOf(other));
    }
};

QTEST_APPLESS_MAIN(TestKvType)
#include "tst_kv_type.moc"

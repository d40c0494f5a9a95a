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
    void pairsAreWrittenWithAColon() {
        QVERIFY(kvTypesOf("q8_0:q4_0") == KvTypes(KvType::Q8_0, KvType::Q4_0));
        QVERIFY(kvTypesOf("q4_0") == KvTypes(KvType::Q4_0));
        QVERIFY(kvTypesOf("f16:f16") == KvTypes(KvType::F16));
        for (const KvTypes types : {KvTypes(KvType::F32), KvTypes(KvType::F16, KvType::Q4_0)})
            QVERIFY(kvTypesOf(kvTypesName(types)) == types);
        QCOMPARE(kvTypesName({KvType::F16, KvType::F16}), "f16");
        QCOMPARE(kvTypesName({KvType::Q4_0, KvType::F32}), "q4_0:f32");
        for (const char* other : {"", ":", "q8_0:", ":q8_0", "q8_0:q4_0:f16", "q8_0 :q4_0", "q8_0/q4_0"})
            QVERIFY(!kvTypesOf(other));
    }
    void keysOfFewBitsAreOpenUntilTheirBlockIsFull() {
        QVERIFY(KvTypes(KvType::Q8_0, KvType::F16).keepsResidualBlocks());
        QVERIFY(!KvTypes(KvType::F16, KvType::Q4_0).keepsResidualBlocks());
    }
};

QTEST_APPLESS_MAIN(TestKvType)
#include "tst_kv_type.moc"

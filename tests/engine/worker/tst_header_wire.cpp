#include "worker/header_wire.h"

#include <QtTest/QtTest>

#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::wire;

class TestHeaderWire : public QObject {
    Q_OBJECT

    template <class T>
    static T sent(const T& value) {
        const std::string bytes = packed(value);
        Reader in(bytes);
        T got = in.take<T>();
        in.end();
        return got;
    }
    template <class Do>
    static bool isNonsense(Do action) {
        try {
            action();
        } catch (const Error& error) {
            return error.is(errors::workerNonsense);
        }
        return false;
    }
    static ModelHeader withShape(std::vector<uint64_t> shape) {
        ModelHeader header;
        header.tensors.push_back({.name = "w",
                                  .type = BlockType::F32,
                                  .shape = std::move(shape),
                                  .offset = 0,
                                  .sizeBytes = 4,
                                  .file = 0});
        return header;
    }

private slots:
    void valuesOfEveryKindComeAcross() {
        const std::vector<GgufValue::Storage> all{int64_t{-5},
                                                  uint64_t{1} << 63U,
                                                  2.5,
                                                  true,
                                                  std::string("a\0b", 3),
                                                  GgufValue::Integers{1, -2},
                                                  GgufValue::Floats{0.5F},
                                                  GgufValue::Strings{"", "text"}};
        for (const auto& storage : all) QVERIFY(sent(GgufValue(storage)).storage() == storage);
    }

    void aWholeHeaderComesAcross() {
        const ModelHeader header = readModelHeader(test::tinyModelsFolder() / "llama-f32.gguf");
        const ModelHeader got = sent(header);
        QCOMPARE(got.sizeBytes, header.sizeBytes);
        QCOMPARE(got.metadata.size(), header.metadata.size());
        for (size_t i = 0; i < got.metadata.size(); ++i) {
            QCOMPARE(got.metadata[i].first, header.metadata[i].first);
            QVERIFY(got.metadata[i].second.storage() == header.metadata[i].second.storage());
        }
        QCOMPARE(got.tensors.size(), header.tensors.size());
        QVERIFY(got.tensors[1].name == header.tensors[1].name &&
                got.tensors[1].shape == header.tensors[1].shape);
        requireSane(got);
    }

    void kindsAndTypesThatAreNoneAreRefused() {
        std::string bytes = packed(GgufValue(GgufValue::Storage(uint64_t{1})));
        bytes[0] = 8;
        QVERIFY(isNonsense([&] { (void)Reader(bytes).take<GgufValue>(); }));
        for (const uint32_t number : {4U, 5U, 43U, 999U, 1002U, 0xffffffffU})
            QVERIFY(isNonsense([&] { (void)Reader(packed(number)).take<BlockType>(); }));
        QCOMPARE(int(sent(BlockType::FP8_E5M2)), int(BlockType::FP8_E5M2));
    }

    void shapesThatReadersWouldDivideByAreRefused() {
        requireSane(withShape({64, 3}));
        for (const auto& shape : std::vector<std::vector<uint64_t>>{
                 {}, {0}, {5, 0}, {1, 2, 3, 4, 5}, {uint64_t{1} << 40U, 1U << 10U}})
            QVERIFY(isNonsense([&] { requireSane(withShape(shape)); }));
        ModelHeader large;
        large.sizeBytes = UINT64_MAX;
        QVERIFY(isNonsense([&] { requireSane(large); }));
    }
};

QTEST_GUILESS_MAIN(TestHeaderWire)
#include "tst_header_wire.moc"

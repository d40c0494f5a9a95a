#pragma once

#include <QtTest>
#include <bit>
#include <cmath>
#include <cstring>

#include "hearth/block_type.h"
#include "hearth/quantize.h"
#include "support/reference_pack.h"

/// Random blocks of each type with the values that the gguf package reads from them
/// (tests/reference/make_block_vectors.py).
namespace hearth::test {

inline const nlohmann::json& blockVectors() {
    static const auto vectors = readJson(HEARTH_SOURCE_DIR "/tests/engine/quant/block_vectors.json");
    return vectors;
}

inline std::vector<float> floatsFromHex(const std::string& hex) {
    const auto bytes = bytesFromHex(hex);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

/// Rows for QFETCH(QString, name).
inline void addTypeRows(std::initializer_list<const char*> names) {
    QTest::addColumn<QString>("name");
    for (const char* name : names) QTest::newRow(name) << QString(name);
}

/// Two blocks in one call give the reference's values to the bit (a NaN for a NaN).
inline void compareWithVectors(const QString& name) {
    const auto* info = findBlockType(name.toStdString());
    QVERIFY(info != nullptr);
    std::vector<std::byte> blocks;
    std::vector<float> expected;
    for (const auto& entry : blockVectors()["read"].at(name.toStdString())) {
        const auto block = bytesFromHex(entry["block"]);
        const auto values = floatsFromHex(entry["values"]);
        blocks.insert(blocks.end(), block.begin(), block.end());
        expected.insert(expected.end(), values.begin(), values.end());
    }
    QVERIFY(expected.size() >= 2 * info->blockElements);
    std::vector<float> values(expected.size());
    dequantizeRow(info->type, blocks, values);
    for (size_t i = 0; i < values.size(); ++i)
        if (!(std::isnan(values[i]) && std::isnan(expected[i])))
            QVERIFY2(values[i] == expected[i],
                     qPrintable(QString("element %1: %2, not %3").arg(i).arg(values[i]).arg(expected[i])));
}

/// The rows of the reference become its blocks, to the bit.
inline void compareBlocksWithVectors(const QString& name) {
    const auto* info = findBlockType(name.toStdString());
    for (const auto& entry : blockVectors()["write"].at(name.toStdString())) {
        const auto values = floatsFromHex(entry["values"]);
        const auto expected = bytesFromHex(entry["block"]);
        std::vector<std::byte> blocks(expected.size());
        quantizeRow(info->type, values, blocks);
        QVERIFY(blocks == expected);
    }
}

}  // namespace hearth::test

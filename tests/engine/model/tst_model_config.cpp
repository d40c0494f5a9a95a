// Before Qt, whose macro `slots` is a name in it.
#include "model/model_config.h"

#include <QtTest>
#include <cmath>
#include <limits>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/family_table.h"
#include "model/rope_table.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using test::GgufWriter;

namespace {

/// The tiny llama with one key written by `write`, which may write nothing.
GgufFile llamaWith(std::string_view key, const std::function<void(GgufWriter&)>& write) {
    return GgufFile::parse(test::tinyLlamaGguf([&](GgufWriter& writer, std::string_view part) {
                               if (part != key) return false;
                               write(writer);
                               return true;
                           }).image());
}

std::optional<Error> refusal(const GgufFile& file) {
    try {
        (void)ModelConfig::fromGguf(file);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

struct BadKey {
    std::string key;
    std::function<void(GgufWriter&)> write;
    std::string mentions;
    ErrorCode code = ErrorCode::BadFile;
};

void addNumbers(std::vector<BadKey>& cases, const std::string& key, std::initializer_list<uint64_t> values) {
    for (const uint64_t value : values)
        cases.push_back({key, [=](GgufWriter& w) { w.u64(key, value); }, key.substr(key.find('.') + 1)});
}

void addFloats(std::vector<BadKey>& cases, const std::string& key, std::initializer_list<float> values) {
    for (const float value : values) cases.push_back({key, [=](GgufWriter& w) { w.f32(key, value); }, key});
}

std::vector<BadKey> badKeys() {
    std::vector<BadKey> cases;
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    addNumbers(cases, "llama.block_count", {0, 513, 1ULL << 32, UINT64_MAX});
    addNumbers(cases, "llama.context_length", {0, 1ULL << 40});
    addNumbers(cases, "llama.embedding_length", {0, 1ULL << 32, UINT64_MAX});
    addNumbers(cases, "llama.feed_forward_length", {1ULL << 32});
    addFloats(cases, "llama.rope.freq_base", {0, -1, nan, infinity, -infinity});
    addFloats(cases, "llama.attention.layer_norm_rms_epsilon", {0, -1e-5F, nan, infinity});
    const auto add = [&](const std::string& key, std::function<void(GgufWriter&)> write, const char* mentions,
                         ErrorCode code = ErrorCode::BadFile) {
        cases.push_back({key, std::move(write), mentions, code});
    };
    const auto nothing = [](GgufWriter&) {};
    add("general.architecture", nothing, "general.architecture");
    add(
        "general.architecture", [](GgufWriter& w) { w.text("general.architecture", "wallaby"); }, "wallaby",
        ErrorCode::Unsupported);
    add(
        "general.architecture", [](GgufWriter& w) { w.u32("general.architecture", 1); },
        "general.architecture");
    for (const char* key : {"llama.block_count", "llama.embedding_length", "llama.context_length"}) {
        add(key, nothing, key);
        add(
            key, [=](GgufWriter& w) { w.text(key, "2"); }, key);
        add(
            key, [=](GgufWriter& w) { w.i32(key, -2); }, key);
    }
    const std::string heads = "llama.attention.head_count";
    const std::string keyHeads = "llama.attention.head_count_kv";
    for (const uint32_t count : {0U, 3U, 5U, 33U, 2000U})
        add(
            heads, [=](GgufWriter& w) { w.u32(heads, count); }, "head");
    add(heads, nothing, "head");
    for (const uint32_t count : {0U, 3U, 5U, 8U, 2000U})
        add(
            keyHeads, [=](GgufWriter& w) { w.u32(keyHeads, count); }, "head");
    add(
        keyHeads, [=](GgufWriter& w) { w.integers(keyHeads, std::vector<int32_t>{2}); }, "fewer entries");
    add(
        keyHeads,
        [=](GgufWriter& w) {
            w.integers(keyHeads, std::vector<int32_t>{2, -2});
        },
        "negative");
    for (const uint32_t dims : {7U, 10U, 64U})
        add(
            "llama.rope.dimension_count", [=](GgufWriter& w) { w.u32("llama.rope.dimension_count", dims); },
            "rotated");
    add(
        "llama.rope.dimension_count", [](GgufWriter& w) { w.u32("llama.rope.dimension_count", 0); },
        "dimension_count");
    add(
        "llama.feed_forward_length", [](GgufWriter& w) { w.u32("llama.feed_forward_length", 0); },
        "no width");
    add("llama.feed_forward_length", nothing, "no width");
    add("tensor:token_embd.weight", nothing, "token_embd.weight");
    add(
        "tensor:token_embd.weight",
        [](GgufWriter& w) { w.tensorF32("token_embd.weight", {4}, std::vector<float>(4)); },
        "token_embd.weight");
    return cases;
}

}  // namespace

class ModelConfigTest : public QObject {
    Q_OBJECT

private slots:
    void theTinyModelIsRead() {
        const auto config = ModelConfig::fromGguf(GgufFile::parse(test::tinyLlamaGguf().image()));
        QCOMPARE(config.layerCount, 2U);
        QCOMPARE(config.embedding, 32U);
        QCOMPARE(config.vocabSize, 16U);
        QCOMPARE(config.layers.size(), size_t{2});
        QCOMPARE(config.layers[1].heads, 4U);
        QCOMPARE(config.layers[1].kvHeads, 2U);
        QCOMPARE(config.layers[1].keyDim, 8U);
        QCOMPARE(config.layers[1].feedForward, 48U);
        QCOMPARE(config.rope.base, 10000.0F);
    }

    void numbersThatCannotBeAreRefused_data() {
        QTest::addColumn<int>("index");
        const auto cases = badKeys();
        for (size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(qPrintable(QString("%1 %2").arg(i).arg(QString::fromStdString(cases[i].key))))
                << static_cast<int>(i);
    }

    void numbersThatCannotBeAreRefused() {
        QFETCH(int, index);
        static const auto cases = badKeys();
        const auto& bad = cases[static_cast<size_t>(index)];
        const auto error = refusal(llamaWith(bad.key, bad.write));
        QVERIFY(error.has_value());
        QCOMPARE(error->code(), bad.code);
        QVERIFY2(QString(error->what()).contains(QString::fromStdString(bad.mentions)), error->what());
    }

    /// Converters write config.json's "attention_factor" so: instead of 0.1 ln(factor) + 1, not on top of it.
    void aStatedAttentionFactorStandsAlone() {
        const auto config = ModelConfig::fromGguf(llamaWith("llama.rope.freq_base", [](GgufWriter& w) {
            w.f32("llama.rope.freq_base", 10000.0F);
            w.text("llama.rope.scaling.type", "yarn");
            w.f32("llama.rope.scaling.factor", 4.0F);
            w.u32("llama.rope.scaling.original_context_length", 16);
            w.f32("llama.rope.scaling.yarn_attn_factor", 0.8F);
        }));
        QVERIFY(std::abs(RopeTable::make(config.rope, {}, 64).magnitude - 0.8F) < 1e-6F);
    }

    void absentKeysHaveTheirDefaults() {
        const auto config =
            ModelConfig::fromGguf(llamaWith("llama.attention.head_count_kv", [](GgufWriter&) {}));
        QCOMPARE(config.layers[0].kvHeads, 4U);
        const auto other = ModelConfig::fromGguf(llamaWith("llama.rope.dimension_count", [](GgufWriter&) {}));
        QCOMPARE(other.rope.dims, 8U);
    }

    /// Files have four sections, of which three are used; whether they alternate is up to the family.
    void sectionsOfPairs() {
        const auto with = [](std::vector<int32_t> sections) {
            return ModelConfig::fromGguf(llamaWith("llama.rope.freq_base", [&](GgufWriter& w) {
                w.f32("llama.rope.freq_base", 10000.0F);
                w.integers("llama.rope.dimension_sections", sections);
            }));
        };
        QCOMPARE(with({1, 1, 2, 0}).rope.sections, (RopeSections{1, 1, 2}));
        QCOMPARE(with({1, 1, 2}).localRope.sections, (RopeSections{1, 1, 2}));
        QVERIFY_THROWS_EXCEPTION(Error, with({1, 1}));
        QVERIFY_THROWS_EXCEPTION(Error, with({1, -1, 2}));
        for (const auto& [name, alternates] :
             {std::pair("qwen2vl", false), {"qwen3vl", true}, {"qwen3vlmoe", true}, {"qwen35", true}})
            QCOMPARE(findFamily(name)->alternatesSections, alternates);
    }
};

QTEST_APPLESS_MAIN(ModelConfigTest)
#include "tst_model_config.moc"

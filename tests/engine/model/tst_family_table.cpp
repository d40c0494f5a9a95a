#include "model/family_table.h"

#include <QtTest>
#include <algorithm>
#include <string>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/metadata_reader.h"
#include "support/gguf_writer.h"
#include "support/reference_pack.h"

using namespace hearth;

class TestFamilyTable : public QObject {
    Q_OBJECT
private slots:
    void listsEverySupportedFamily();
    void theGuideNamesEveryFamily();
    void denseGraniteHybridsHaveTheSharedWidth();
    void refusesFilesWithoutTheNumbersOfTheirFamily();
    void publishedGptOssKeepsItsRangeUnrounded();
};

void TestFamilyTable::listsEverySupportedFamily() {
    QStringList names;
    for (const Family& family : allFamilies()) {
        names << QString::fromUtf8(family.architecture.data(),
                                   static_cast<qsizetype>(family.architecture.size()));
        QVERIFY(!family.title.empty());
        QCOMPARE(findFamily(family.architecture), &family);
    }
    QVERIFY(std::is_sorted(names.begin(), names.end()));
    QCOMPARE(names.removeDuplicates(), 0);
    const QStringList expected{
        "afmoe",         "apertus",         "arcee",          "bailingmoe2",  "bailingmoe3", "bert",
        "cohere2",       "cohere2moe",      "command-r",      "deepseek",     "deepseek2",   "dots1",
        "ernie4_5",      "ernie4_5-moe",    "exaone",         "exaone-moe",   "exaone4",     "falcon-h1",
        "gemma",         "gemma-embedding", "gemma2",         "gemma3",       "gemma3n",     "gemma4",
        "glm4",          "glm4moe",         "gpt-oss",        "gpt2",         "granite",     "granite_swa",
        "granitehybrid", "granitemoe",      "hunyuan-dense",  "hunyuan-moe",  "hy_v3",       "internlm2",
        "jais2",         "jamba",           "kimi-linear",    "laguna",       "lfm2",        "lfm2moe",
        "lfm3",          "llama",           "llama4",         "mamba",        "mamba2",      "mimo2",
        "minicpm",       "minimax-m2",      "mistral3",       "mistral4",     "modern-bert", "muse-glimmer",
        "nemotron",      "nemotron_h",      "nemotron_h_moe", "nomic-bert",   "olmo",        "olmo2",
        "olmo_hybrid",   "olmoe",           "phi2",           "phi3",         "qwen2",       "qwen2moe",
        "qwen2vl",       "qwen3",           "qwen35",         "qwen35moe",    "qwen3moe",    "qwen3next",
        "qwen3vl",       "qwen3vlmoe",      "seed_oss",       "smallthinker", "smollm3",     "stablelm",
        "starcoder",     "starcoder2",      "step35"};
    QCOMPARE(names, expected);
    QVERIFY(findFamily("Llama") == nullptr);
    QVERIFY(findFamily("") == nullptr);
}

void TestFamilyTable::theGuideNamesEveryFamily() {
    const std::string guide = test::readText(HEARTH_SOURCE_DIR "/docs/adding_a_family.md");
    QVERIFY(!guide.empty());
    for (const Family& family : allFamilies()) {
        QVERIFY2(guide.find("`" + std::string(family.architecture) + "`") != std::string::npos,
                 family.architecture.data());
    }
}

void TestFamilyTable::denseGraniteHybridsHaveTheSharedWidth() {
    const Family* family = findFamily("granitehybrid");
    const auto width = [&](uint32_t experts, bool said) {
        test::GgufWriter writer;
        writer.text("general.architecture", "granitehybrid");
        for (const char* key : {"conv_kernel", "state_size", "group_count", "time_step_rank"})
            writer.u32(std::string("granitehybrid.ssm.") + key, 4);
        writer.u32("granitehybrid.ssm.inner_size", 48);
        if (said) writer.u32("granitehybrid.expert_shared_feed_forward_length", 20);
        const GgufFile file = GgufFile::parse(writer.image());
        ModelConfig config;
        config.experts.count = experts;
        config.layers.resize(1);
        config.layers[0].feedForward = 33;
        family->refine(MetadataReader(file, "granitehybrid"), config);
        return config.layers[0].feedForward;
    };
    QCOMPARE(width(0, true), 20U);
    QCOMPARE(width(0, false), 33U);
    QCOMPARE(width(4, true), 33U);
}

void TestFamilyTable::refusesFilesWithoutTheNumbersOfTheirFamily() {
    for (const char* architecture : {"apertus", "gemma3n"}) {
        test::GgufWriter writer;
        writer.text("general.architecture", architecture);
        const GgufFile file = GgufFile::parse(writer.image());
        ModelConfig config;
        try {
            findFamily(architecture)->refine(MetadataReader(file, architecture), config);
            QFAIL("was read");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadFile);
        }
    }
}

/// OpenAI's models have "truncate": false in their config.json, which no key of GGUF holds.
void TestFamilyTable::publishedGptOssKeepsItsRangeUnrounded() {
    const Family* family = findFamily("gpt-oss");
    const auto rounds = [&](uint32_t originalContext, std::optional<bool> said) {
        test::GgufWriter writer;
        writer.text("general.architecture", "gpt-oss");
        if (said) writer.boolean("gpt-oss.rope.scaling.yarn_truncate", *said);
        const GgufFile file = GgufFile::parse(writer.image());
        ModelConfig config;
        config.rope.factor = 32.0F;
        config.rope.originalContext = originalContext;
        family->refine(MetadataReader(file, "gpt-oss"), config);
        return config.rope.wholeCorrectionDims && config.localRope.wholeCorrectionDims;
    };
    QVERIFY(!rounds(4096, std::nullopt));
    QVERIFY(rounds(4096, true));
    QVERIFY(rounds(179, std::nullopt));
    QVERIFY(!rounds(179, false));
}

QTEST_GUILESS_MAIN(TestFamilyTable)
#include "tst_family_table.moc"

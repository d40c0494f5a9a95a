#include "model/family_table.h"

#include <QtTest>
#include <algorithm>
#include <string>

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
    const QStringList expected{"cohere2",   "deepseek2", "exaone4", "gemma",    "gemma2",        "gemma3",
                               "gemma4",    "glm4",      "gpt-oss", "granite",  "granitehybrid", "granitemoe",
                               "lfm2",      "lfm2moe",   "llama",   "mistral3", "olmo2",         "phi3",
                               "qwen2",     "qwen2moe",  "qwen3",   "qwen35",   "qwen35moe",     "qwen3moe",
                               "qwen3next", "seed_oss",  "smollm3"};
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

/// OpenAI's models have "truncate": false in their config.json, which no key of GGUF holds.
void TestFamilyTable::publishedGptOssKeepsItsRangeUnrounded() {
    const Family* family = findFamily("gpt-oss");
    const auto rounds = [&](uint32_t vocabSize, std::optional<bool> said) {
        test::GgufWriter writer;
        writer.text("general.architecture", "gpt-oss");
        if (said) writer.boolean("gpt-oss.rope.scaling.yarn_truncate", *said);
        const GgufFile file = GgufFile::parse(writer.image());
        ModelConfig config;
        config.vocabSize = vocabSize;
        family->refine(MetadataReader(file, "gpt-oss"), config);
        return config.rope.wholeCorrectionDims && config.localRope.wholeCorrectionDims;
    };
    QVERIFY(!rounds(201088, std::nullopt));
    QVERIFY(rounds(201088, true));
    QVERIFY(rounds(512, std::nullopt));
    QVERIFY(!rounds(512, false));
}

QTEST_GUILESS_MAIN(TestFamilyTable)
#include "tst_family_table.moc"

#include <QtTest>

#include "format/huggingface/folder_tokenizer.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;
using Json = nlohmann::json;
using Numbers = GgufValue::Integers;

namespace {

/// The tables of a post-processor for a vocabulary of three tokens, whose kinds afterwards go to `kinds`.
GgufTables frameTables(QByteArray spelled, Numbers* kinds = nullptr) {
    GgufTables tables;
    MetadataTable table(tables, "bert");
    TokenEntries entries;
    for (uint64_t id = 0; id < 3; ++id) entries.put(id, std::to_string(id), normalKind);
    addFrame(Json::parse(spelled.replace('\'', '"').toStdString()), entries, table);
    if (kinds != nullptr) *kinds = entries.kinds;
    return tables;
}

Numbers frameNumbers(const GgufTables& tables, const std::string& key) {
    for (const auto& [name, value] : tables.metadata) {
        if (name == "tokenizer.ggml." + key) return std::get<Numbers>(value.storage());
    }
    return {};
}

}  // namespace

class FolderFrameTest : public QObject {
    Q_OBJECT

private slots:
    void template_() {
        const GgufTables tables = frameTables(
            "{'type': 'Sequence', 'processors': [{'type': 'ByteLevel'}, {'type': 'TemplateProcessing', "
            "'single': "
            "[{'SpecialToken': {'id': 'c', 'type_id': 0}}, {'Sequence': {'id': 'A', 'type_id': 0}}], 'pair': "
            "[{'Sequence': {'id': 'A', 'type_id': 0}}, {'SpecialToken': {'id': 'c', 'type_id': 1}}, "
            "{'Sequence': "
            "{'id': 'B', 'type_id': 1}}], 'special_tokens': {'c': {'ids': [2, 1]}}}]}");
        QCOMPARE(frameNumbers(tables, "frame"), (Numbers{2, 1, -1}));
        QCOMPARE(frameNumbers(tables, "frame_pair"), (Numbers{-1, 2, 1, -2}));
        QCOMPARE(frameNumbers(tables, "frame_pair_types"), (Numbers{0, 1, 1, 1}));
    }
    void bertAndRoberta() {
        const GgufTables bert = frameTables("{'type': 'BertProcessing', 'cls': ['c', 1], 'sep': ['s', 2]}");
        QCOMPARE(frameNumbers(bert, "frame"), (Numbers{1, -1, 2}));
        QCOMPARE(frameNumbers(bert, "frame_pair"), (Numbers{1, -1, 2, -2, 2}));
        QCOMPARE(frameNumbers(bert, "frame_pair_types"), (Numbers{0, 0, 0, 1, 1}));
        const GgufTables roberta =
            frameTables("{'type': 'RobertaProcessing', 'cls': ['c', 1], 'sep': ['s', 2]}");
        QCOMPARE(frameNumbers(roberta, "frame_pair"), (Numbers{1, -1, 2, 2, -2, 2}));
        QCOMPARE(frameNumbers(roberta, "frame_pair_types"), Numbers(6, 0));
    }
    void whatAddsNothingSaysNothing() {
        for (const char* nothing : {"null", "{'type': 'ByteLevel'}",
                                    "{'type': 'TemplateProcessing', 'single': [{'Sequence': {'id': 'A'}}], "
                                    "'pair': [{'Sequence': {'id': "
                                    "'A'}}]}"}) {
            QVERIFY2(frameNumbers(frameTables(nothing), "frame").empty(), nothing);
            QVERIFY2(frameNumbers(frameTables(nothing), "frame_pair").empty(), nothing);
        }
    }
    void tokensAroundTextsAreControlTokens() {
        Numbers kinds;
        (void)frameTables("{'type': 'BertProcessing', 'cls': ['c', 1], 'sep': ['s', 2]}", &kinds);
        QCOMPARE(kinds, (Numbers{normalKind, controlKind, controlKind}));
        // A frame without a text is none, so its tokens stay words.
        const GgufTables none = frameTables(
            "{'type': 'TemplateProcessing', 'single': [{'SpecialToken': {'id': 'c'}}], 'special_tokens': "
            "{'c': {'ids': [1]}}}",
            &kinds);
        QVERIFY(frameNumbers(none, "frame").empty());
        QCOMPARE(kinds, Numbers(3, normalKind));
    }
    void whatCannotBe() {
        for (const char* hostile :
             {"{'type': 'TemplateProcessing'}", "{'type': 'TemplateProcessing', 'single': 3}",
              "{'type': 'TemplateProcessing', 'single': [3]}",
              "{'type': 'TemplateProcessing', 'single': [{'SpecialToken': {'id': 'c'}}]}",
              "{'type': 'TemplateProcessing', 'single': [{'SpecialToken': {'id': 'c'}}], 'special_tokens': "
              "{'c': "
              "{'ids': [3]}}}",
              "{'type': 'TemplateProcessing', 'single': [{'SpecialToken': {'id': 'c'}}], 'special_tokens': "
              "{'c': "
              "{'ids': [-1]}}}",
              "{'type': 'TemplateProcessing', 'single': [{'Sequence': {'id': 'A', 'type_id': 'x'}}]}",
              "{'type': 'TemplateProcessing', 'single': [{'Sequence': {'id': 'A', 'type_id': 4294967296}}]}",
              "{'type': 'TemplateProcessing', 'single': [{'Sequence': {'id': 'A'}}, {'SpecialToken': {'id': "
              "'c'}}], 'special_tokens': {'c': {'ids': [4294967297]}}}",
              "{'type': 'BertProcessing', 'cls': ['c', 4294967297], 'sep': ['s', 2]}",
              "{'type': 'BertProcessing'}", "{'type': 'BertProcessing', 'cls': ['c', 'd'], 'sep': ['s', 2]}",
              "{'type': 'BertProcessing', 'cls': ['c', 9], 'sep': ['s', 2]}", "{'type': 3}",
              "{'type': 'Other'}", "[]", "{'type': 'Sequence', 'processors': [3]}",
              "{'type': 'Sequence', 'processors': [{'type': 'Sequence'}]}"}) {
            QVERIFY_EXCEPTION_THROWN(frameTables(hostile), Error);
        }
    }
};

QTEST_APPLESS_MAIN(FolderFrameTest)
#include "tst_folder_frame.moc"

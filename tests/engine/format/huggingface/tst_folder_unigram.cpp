#include "format/huggingface/folder_tokenizer.h"

#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;
using Json = nlohmann::json;

namespace {

Json unigramJson(QByteArray spelled) {
    return Json::parse(spelled.replace('\'', '"').toStdString());
}

}  // namespace

/// The tokens are compared with the library's in tst_folder_vocabulary.
class FolderUnigramTest : public QObject {
    Q_OBJECT

    static GgufValue::Integers charMapOf(const char* base64) {
        GgufTables tables;
        MetadataTable table(tables, "llama");
        Json json =
            unigramJson("{'normalizer': {'type': 'Precompiled'}, 'pre_tokenizer': {'type': 'Metaspace'}}");
        json["normalizer"]["precompiled_charsmap"] = base64;
        addUnigram(json, table);
        for (const auto& [key, value] : tables.metadata) {
            if (key == "tokenizer.ggml.precompiled_charsmap")
                return std::get<GgufValue::Integers>(value.storage());
        }
        return {};
    }

private slots:
    void base64() {
        QCOMPARE(charMapOf("TWFu"), (GgufValue::Integers{'M', 'a', 'n'}));
        QCOMPARE(charMapOf("TWE="), (GgufValue::Integers{'M', 'a'}));
        QCOMPARE(charMapOf("/+8="), (GgufValue::Integers{0xFF, 0xEF}));
        QVERIFY_EXCEPTION_THROWN(charMapOf("T\xC3\xA4"), Error);
    }
    void entries() {
        GgufTables tables;
        MetadataTable table(tables, "llama");
        GgufValue::Floats scores;
        const TokenEntries found = unigramEntries(
            unigramJson(
                "{'unk_id': 1, 'byte_fallback': true, 'vocab': [['a', -1.5], ['u', 0], ['<0x41>', 0]]}"),
            scores, table);
        QCOMPARE(found.tokens, (GgufValue::Strings{"a", "u", "<0x41>"}));
        QCOMPARE(found.kinds, (GgufValue::Integers{normalKind, unknownKind, byteKind}));
        QCOMPARE(scores, (GgufValue::Floats{-1.5F, 0, 0}));
    }
    void whatCannotBe() {
        const auto refused = [](const char* model) {
            GgufTables tables;
            MetadataTable table(tables, "llama");
            GgufValue::Floats scores;
            try {
                unigramEntries(unigramJson(model), scores, table);
            } catch (const Error& error) {
                return error.code() == ErrorCode::BadFile;
            }
            return false;
        };
        for (const char* model :
             {"{}", "{'vocab': []}", "{'vocab': {'a': 1}}", "{'vocab': [['a']]}", "{'vocab': [['a', 'b']]}",
              "{'vocab': [[1, 2]]}", "{'vocab': [['a', 1e300]]}", "{'vocab': [['a', 1]], 'unk_id': 1}",
              "{'vocab': [['a', 1]], 'unk_id': -1}", "{'vocab': [['a', 1]], 'byte_fallback': 3}"}) {
            QVERIFY2(refused(model), model);
        }
    }
    void rulesThatNobodyApplies() {
        const auto refused = [](const char* tokenizer) {
            GgufTables tables;
            MetadataTable table(tables, "llama");
            try {
                addUnigram(unigramJson(tokenizer), table);
            } catch (const Error& error) {
                return error.code() == ErrorCode::Unsupported;
            }
            return false;
        };
        for (const char* tokenizer :
             {"{}", "{'pre_tokenizer': {'type': 'ByteLevel'}}",
              "{'pre_tokenizer': {'type': 'WhitespaceSplit'}}",
              "{'pre_tokenizer': {'type': 'Metaspace', 'replacement': '_'}}",
              "{'pre_tokenizer': {'type': 'Metaspace'}, 'normalizer': {'type': 'Lowercase'}}",
              "{'pre_tokenizer': {'type': 'Metaspace'}, 'normalizer': {'type': 'Sequence', 'normalizers': "
              "[{'type': 'Strip'}, {'type': 'Precompiled', 'precompiled_charsmap': ''}]}}",
              "{'pre_tokenizer': {'type': 'Metaspace'}, 'normalizer': {'type': 'Replace', 'pattern': "
              "{'Regex': "
              "' {2,}'}, 'content': 'x'}}"}) {
            QVERIFY2(refused(tokenizer), tokenizer);
        }
    }
};

QTEST_APPLESS_MAIN(FolderUnigramTest)
#include "tst_folder_unigram.moc"

#include <QtTest>

#include "format/huggingface/folder_tokenizer.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "support/reference_pack.h"
#include "written_folder.h"

using namespace hearth;
using namespace hearth::test;

namespace {

const std::filesystem::path fixtures = HEARTH_SOURCE_DIR "/tests/reference/tokenizers";

}  // namespace

/// Small tokenizers of the kinds that released folders have, against the library tokenizers
/// (tests/reference/try_tokenizers.py).
class TestFolderVocabulary : public QObject, private WrittenFolder {
    Q_OBJECT

    /// Each text and the next one, whole and cut to nine tokens. What spells a control token is left out: in
    /// the library that becomes one.
    static void comparePairs(const Tokenizer& tokenizer, const nlohmann::json& expected) {
        using Ids = std::vector<TokenId>;
        size_t compared = 0;
        for (size_t i = 0; i < expected.at("pairs").size(); ++i) {
            const auto first = expected.at("texts")[i].get<std::string>(),
                       second = expected.at("texts")[i + 1].get<std::string>();
            if ((first + second).find_first_of("[<") != std::string::npos) continue;
            ++compared;
            const FramedTokens pair = tokenizer.framePair(first, second);
            QVERIFY2(pair.tokens == expected.at("pairs")[i].get<Ids>(), first.c_str());
            QVERIFY2(pair.types == expected.at("types")[i].get<std::vector<int32_t>>(), first.c_str());
            QVERIFY2(tokenizer.framePair(first, second, 9).tokens == expected.at("short_pairs")[i].get<Ids>(),
                     first.c_str());
            QVERIFY2(tokenizer.frame(first, 9).tokens == expected.at("short")[i].get<Ids>(), first.c_str());
        }
        QVERIFY(compared >= 15);
    }

private slots:
    void tokensAreThoseOfTheLibrary_data() {
        QTest::addColumn<QString>("kind");
        for (const auto& entry : std::filesystem::directory_iterator(fixtures))
            QTest::addRow("%s", entry.path().filename().c_str()) << QString(entry.path().filename().c_str());
    }
    void tokensAreThoseOfTheLibrary() {
        QFETCH(QString, kind);
        const auto folder = fixtures / kind.toStdString();
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(folder));
        const auto expected = readJson(folder / "expected.json");
        QVERIFY(expected.at("texts").size() >= 50);
        for (size_t i = 0; i < expected.at("texts").size(); ++i) {
            const auto text = expected.at("texts")[i].get<std::string>();
            const auto ids = tokenizer->encode(text, {.parseSpecial = true, .addSpecial = true});
            QVERIFY2(ids == expected.at("ids")[i].get<std::vector<TokenId>>(), text.c_str());
        }
        if (expected.contains("pairs")) comparePairs(*tokenizer, expected);
    }

    void stepsAreObjects() {
        using format::stepsOf;
        const nlohmann::json one{{"type", "NFC"}}, list{{"type", "Sequence"}, {"steps", {one, one}}};
        QVERIFY(stepsOf(nullptr, "steps").empty());
        QCOMPARE(stepsOf(one, "steps").size(), size_t{1});
        QCOMPARE(stepsOf(list, "steps").size(), size_t{2});
        for (const nlohmann::json& other :
             {nlohmann::json(3), nlohmann::json{{"type", "Sequence"}, {"steps", {one, 3}}}}) {
            try {
                (void)stepsOf(other, "steps");
                QFAIL("It was taken.");
            } catch (const Error& error) {
                QCOMPARE(error.code(), ErrorCode::BadFile);
            }
        }
    }

    /// Rules that nobody applies would change tokens without a word.
    void refusesRulesThatItDoesNotApply_data() {
        QTest::addColumn<QString>("rules");
        QTest::addColumn<QString>("named");
        for (const char* type : {"NFKC", "NFD", "NFKD", "Lowercase", "StripAccents", "Strip", "Nmt",
                                 "Precompiled", "BertNormalizer", "ByteLevel"}) {
            const QString step = QString("{'type': '%1'}").arg(type);
            QTest::addRow("%s", type) << "'normalizer': " + step << type;
            QTest::addRow("%s in a sequence", type)
                << "'normalizer': {'type': 'Sequence', 'normalizers': [{'type': 'NFC'}, " + step + "]}"
                << type;
        }
        QTest::addRow("Replace")
            << "'normalizer': {'type': 'Replace', 'pattern': {'String': 'a'}, 'content': 'b'}"
            << "Replace";
        for (const char* type :
             {"Punctuation", "Whitespace", "BertPreTokenizer", "UnicodeScripts", "Metaspace"})
            QTest::addRow("split %s", type)
                << QString(
                       "'pre_tokenizer': {'type': 'Sequence', 'pretokenizers': [{'type': '%1'}, "
                       "{'type': 'ByteLevel'}]}")
                       .arg(type)
                << type;
    }
    void refusesRulesThatItDoesNotApply() {
        QFETCH(QString, rules);
        QFETCH(QString, named);
        write("config.json", "{'model_type': 'llama', 'hidden_size': 8, 'num_attention_heads': 2}");
        write("model.safetensors", safetensors("{}"));
        write("tokenizer.json",
              "{'model': {'type': 'BPE', 'vocab': {'a': 0}, 'merges': []}, " + rules.toUtf8() + "}");
        try {
            (void)GgufFile::open(m_folder.path().toStdString());
            QFAIL("was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Unsupported);
            QVERIFY2(QString(error.what()).contains("\"" + named + "\""), error.what());
        }
    }

    void saysWhatItDoesNotKnow() {
        write("config.json", "{'model_type': 'llama', 'hidden_size': 8, 'num_attention_heads': 2}");
        write("model.safetensors", safetensors("{}"));
        for (const auto& [tokenizer, code] :
             {std::pair{"{'model': {'type': 'WordLevel', 'vocab': []}}", ErrorCode::Unsupported},
              std::pair{"{'model': {'type': 'Unigram', 'vocab': []}}", ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'WordPiece', 'vocab': {'a': 0}}, 'pre_tokenizer': {'type': "
                        "'BertPreTokenizer'}}",
                        ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'WordPiece', 'vocab': {'[UNK]': 0}}}", ErrorCode::Unsupported},
              std::pair{"{'model': {'type': 'WordPiece', 'vocab': {'[UNK]': 0}}, 'pre_tokenizer': {'type': "
                        "'BertPreTokenizer'}, 'post_processor': {'type': 'Other'}}",
                        ErrorCode::Unsupported},
              std::pair{"{'model': {'type': 'WordPiece', 'vocab': {'[UNK]': 0}}, 'pre_tokenizer': {'type': "
                        "'BertPreTokenizer'}, 'post_processor': {'type': 'BertProcessing', 'sep': ['a', 9], "
                        "'cls': ['a', 0]}}",
                        ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'BPE'}}", ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'BPE', 'vocab': {'a': 0}}}", ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'BPE', 'vocab': {'a': 'b'}, 'merges': []}}", ErrorCode::BadFile},
              std::pair{"{'model': {'type': 'BPE', 'vocab': {'a': 0}, 'merges': []}, 'pre_tokenizer': "
                        "{'type': 'Split', 'pattern': {'Regex': 'x+'}}}",
                        ErrorCode::Unsupported}}) {
            write("tokenizer.json", tokenizer);
            QVERIFY2(refuses(code), tokenizer);
        }
    }
};

QTEST_GUILESS_MAIN(TestFolderVocabulary)
#include "tst_folder_vocabulary.moc"

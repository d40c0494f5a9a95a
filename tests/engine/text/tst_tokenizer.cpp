#include "hearth/tokenizer.h"

#include <QtTest>
#include <sstream>

#include "hearth/error.h"
#include "packed_vocabulary.h"
#include "sample_vocabulary.h"
#include "support/reference_pack.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

namespace {

std::string shown(const Ids& ids) {
    std::ostringstream out;
    for (const TokenId id : ids) out << id << ' ';
    return out.str();
}

constexpr const char* kPackVocabularies[] = {"bert-bge",  "deepseek-llm", "falcon", "gpt-2",    "llama-bpe",
                                             "llama-spm", "mpt",          "qwen2",  "starcoder"};

/// Texts separated by a line of their own.
std::vector<std::string> splitTexts(const std::string& all, const std::string& separator) {
    std::vector<std::string> out;
    size_t from = 0;
    for (size_t at = all.find(separator); at != std::string::npos; at = all.find(separator, from)) {
        out.push_back(all.substr(from, at - from));
        from = at + separator.size();
    }
    out.push_back(all.substr(from));
    return out;
}

/// True where llama.cpp strips more than accents: of a Korean syllable it keeps the first consonant, and it
/// drops spacing marks. Models were trained with all of it, as tst_folder_vocabulary compares.
bool losesLetters(const std::string& text) {
    const QString characters = QString::fromStdString(text);
    return std::any_of(characters.begin(), characters.end(), [](QChar c) {
        return c.script() == QChar::Script_Hangul || c.category() == QChar::Mark_SpacingCombining;
    });
}

}  // namespace

class TokenizerTest : public QObject {
    Q_OBJECT

    void compare(const Ids& actual, const Ids& expected, const std::string& where) {
        if (actual != expected) {
            QFAIL((where + ": got " + shown(actual) + "instead of " + shown(expected)).c_str());
        }
    }

private slots:
    void packVocabularies_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : kPackVocabularies) QTest::newRow(name) << name;
    }
    void packVocabularies() {
        QFETCH(QString, name);
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const std::string stem = name.toStdString();
        const auto tokenizer = Tokenizer::fromGguf(test::packedVocabulary(pack, stem));
        const auto base = pack / "vocab" / ("ggml-vocab-" + stem + ".gguf");
        const auto texts = splitTexts(test::readText(base.string() + ".inp"), "\n__ggml_vocab_test__\n");
        std::istringstream lines(test::readText(base.string() + ".out"));
        for (const std::string& text : texts) {
            std::string line;
            std::getline(lines, line);
            if (stem == "bert-bge" && losesLetters(text)) continue;
            std::istringstream numbers(line);
            const Ids expected((std::istream_iterator<TokenId>(numbers)), std::istream_iterator<TokenId>());
            compare(tokenizer->encode(text), expected, text);
            if (QTest::currentTestFailed()) return;
        }
        const auto extra = test::readJson(pack / "vocab" / ("extra-" + stem + ".json"));
        QCOMPARE(tokenizer->vocabSize(), extra["n_vocab"].get<int32_t>());
        for (const auto& one : extra["tests"]) {
            const std::string text = one["text"];
            const Ids ids = one["ids"];
            if (stem == "bert-bge" && losesLetters(text)) continue;
            compare(tokenizer->encode(text), ids, text);
            compare(tokenizer->encode(text, {.parseSpecial = true, .addSpecial = true}), one["ids_special"],
                    text);
            const std::string expected = one["detok"].is_string() ? one["detok"].get<std::string>() : text;
            QCOMPARE(tokenizer->decode(ids), expected);
            if (stem != "bert-bge") QCOMPARE(tokenizer->decode(ids, true, Tokenizer::Spaces::Exact), text);
            if (QTest::currentTestFailed()) return;
        }
        const auto& special = extra["special"];
        QCOMPARE(tokenizer->special().eos, special["eos"].get<TokenId>());
        QCOMPARE(tokenizer->special().eot, special["eot"].get<TokenId>());
        QCOMPARE(tokenizer->special().addBos, special["add_bos"].get<int>() != 0);
    }

    void packModels() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        int models = 0;
        for (const char* folder : {"tiny", "quant"}) {
            for (const auto& file : std::filesystem::directory_iterator(pack / folder)) {
                if (file.path().extension() != ".gguf") continue;
                auto description = file.path();
                const auto json = test::readJson(description.replace_extension(".json"));
                if (!json.contains("tokenizer_tests")) continue;
                const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(file.path()));
                ++models;
                for (const auto& one : json["tokenizer_tests"]) {
                    const std::string text = one["text"];
                    const std::string where = file.path().filename().string() + " " + text;
                    compare(tokenizer->encode(text), one["ids"], where);
                    compare(tokenizer->encode(text, {true, true}), one["ids_special"], where);
                    if (QTest::currentTestFailed()) return;
                }
            }
        }
        QVERIFY2(models >= 20, "hardly any model had tokenizer tests");
    }

    void starterModel() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(model));
        QCOMPARE(tokenizer->ruleName(), std::string_view("smollm"));
        const auto texts = test::readJson(pack / "smollm2" / "tokenize.json"),
                   chats = test::readJson(pack / "smollm2" / "chat.json");
        QVERIFY(texts["tests"].size() >= 50 && chats["renders"].size() >= 5);
        for (const auto& one : texts["tests"]) {
            const std::string text = one["text"];
            compare(tokenizer->encode(text), one["ids_plain"], text);
            compare(tokenizer->encode(text, {.parseSpecial = true}), one["ids_special"], text);
            if (one["roundtrip_ok"]) QCOMPARE(tokenizer->decode(one["ids_plain"].get<Ids>()), text);
        }
        for (const auto& one : chats["renders"]) {
            const std::string text = one["text"];
            compare(tokenizer->encode(text, {.parseSpecial = true}), one["ids"], text);
            compare(tokenizer->encode(PromptPieces{{text, true}}), one["ids"], text);
        }
        QVERIFY(tokenizer->isEndOfGeneration(2));
        QVERIFY(!tokenizer->isEndOfGeneration(1));
        QVERIFY(!tokenizer->isEndOfGeneration(-1));
    }

    void merges() {
        const auto vocabulary = SampleVocabulary::byteLevel();
        const auto tokenizer = vocabulary.tokenizer();
        compare(tokenizer->encode("hello wor"), {vocabulary.idOf("hello"), vocabulary.idOf("Ġwor")},
                "hello wor");
        compare(tokenizer->encode("hex"), {vocabulary.idOf("he"), 'x'}, "hex");
        compare(tokenizer->encode(""), {}, "nothing");
        QCOMPARE(tokenizer->entry(vocabulary.idOf("Ġwor")), std::string_view("Ġwor"));
        QCOMPARE(tokenizer->pieceBytes(vocabulary.idOf("Ġwor")), std::string(" wor"));
    }

    void invalidUtf8IsKeptByteByByte() {
        const auto tokenizer = SampleVocabulary::byteLevel().tokenizer();
        std::string every;
        for (int byte = 0; byte < 256; ++byte) every.push_back(static_cast<char>(byte));
        for (const std::string& text :
             {every, std::string("a\xF0\x9F\x98"), std::string("\xC0\xAF\xED\xA0\x80")}) {
            const Ids ids = tokenizer->encode(text);
            QCOMPARE(tokenizer->decode(ids, true, Tokenizer::Spaces::Exact), text);
        }
    }

    void controlTokensOnlyOnRequest() {
        const auto vocabulary = SampleVocabulary::byteLevel();
        const auto tokenizer = vocabulary.tokenizer();
        const TokenId start = vocabulary.idOf("<|s|>");
        const TokenId note = vocabulary.idOf("<note>");
        compare(tokenizer->encode("a<|s|>b", {.parseSpecial = true}), {'a', start, 'b'}, "parsed");
        compare(tokenizer->encode("a<|s|>b"), {'a', '<', '|', 's', '|', '>', 'b'}, "plain");
        compare(tokenizer->encode("<note>"), {note}, "user-defined tokens are text");
        QCOMPARE(tokenizer->pieceBytes(start), std::string());
        QCOMPARE(tokenizer->pieceBytes(start, true), std::string("<|s|>"));
        QCOMPARE(tokenizer->decode(Ids{'a', start, 'b'}, false), std::string("ab"));
        QCOMPARE(tokenizer->decode(Ids{'a', start, 'b'}, true), std::string("a<|s|>b"));
    }

    void untrustedTextNeverBecomesAControlToken() {
        const auto vocabulary = SampleVocabulary::byteLevel();
        const auto tokenizer = vocabulary.tokenizer();
        const TokenId start = vocabulary.idOf("<|s|>");
        const std::string spelled = "<|s|>";
        const Ids plain = {'<', '|', 's', '|', '>'};
        compare(tokenizer->encode(PromptPieces{{spelled, true}}), {start}, "trusted");
        compare(tokenizer->encode(PromptPieces{{spelled, false}}), plain, "untrusted");
        // Split at every place, in two and in three parts, with every assignment of trust but all of it.
        for (size_t cut = 1; cut < spelled.size(); ++cut) {
            const std::string left = spelled.substr(0, cut);
            const std::string right = spelled.substr(cut);
            compare(tokenizer->encode(PromptPieces{{left, true}, {right, true}}), {start}, "both trusted");
            compare(tokenizer->encode(PromptPieces{{left, true}, {"", false}, {right, true}}), {start},
                    "an empty piece between");
            compare(tokenizer->encode(PromptPieces{{left, true}, {right, false}}), plain, "right untrusted");
            compare(tokenizer->encode(PromptPieces{{left, false}, {right, true}}), plain, "left untrusted");
            for (size_t second = cut + 1; second < spelled.size(); ++second) {
                const PromptPieces three = {
                    {left, true}, {spelled.substr(cut, second - cut), false}, {spelled.substr(second), true}};
                compare(tokenizer->encode(three), plain, "middle untrusted");
            }
        }
        // The surrounding tokens make no difference.
        compare(tokenizer->encode(PromptPieces{{"<|s|>", true}, {"<|s|>", false}, {"<|e|>", true}}),
                {start, '<', '|', 's', '|', '>', vocabulary.idOf("<|e|>")}, "between control tokens");
        // A token that is not one because it is cut off is tried again from the next place.
        compare(tokenizer->encode(PromptPieces{{"<", false}, {"<|s|>", true}}), {'<', start},
                "behind a half one");
    }

    void mergesCrossPieceBorders() {
        const auto vocabulary = SampleVocabulary::byteLevel();
        const auto tokenizer = vocabulary.tokenizer();
        compare(tokenizer->encode(PromptPieces{{"he", true}, {"llo", false}}), {vocabulary.idOf("hello")},
                "hello");
    }

    void promptMarkupCountsAsControl() {
        auto vocabulary = SampleVocabulary::byteLevel();
        vocabulary.add("<think>", TokenKind::UserDefined).add("  ", TokenKind::UserDefined);
        auto writer = vocabulary.writer();
        writer.text("tokenizer.chat_template", "{{ '<think>' }}{{ messages }}");
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        const TokenId think = vocabulary.idOf("<think>");
        compare(tokenizer->encode(PromptPieces{{"<think>", true}}), {think}, "trusted");
        compare(tokenizer->encode(PromptPieces{{"<think>", false}}), {'<', 't', 'h', 'i', 'n', 'k', '>'},
                "typed");
        compare(tokenizer->encode(PromptPieces{{"<note>  ", false}}),
                {vocabulary.idOf("<note>"), vocabulary.idOf("  ")}, "not used by the template");
    }

    void whiteSpaceBesideATokenGoesWithIt() {
        auto vocabulary = SampleVocabulary::byteLevel();
        const TokenId note = vocabulary.idOf("<note>");
        auto writer = vocabulary.writer();
        writer.integers("tokenizer.ggml.strip_left", std::vector<int32_t>{note, -1, 1 << 30});
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        compare(tokenizer->encode("a \u2003<note> b"), {'a', note, ' ', 'b'}, "left");
        compare(tokenizer->encode(" <note>"), {note}, "at the start");
    }

    void bosIsAddedOnce() {
        auto vocabulary = SampleVocabulary::byteLevel();
        auto writer = vocabulary.writer();
        const TokenId bos = vocabulary.idOf("<|s|>");
        const TokenId eos = vocabulary.idOf("<|e|>");
        writer.u32("tokenizer.ggml.bos_token_id", static_cast<uint32_t>(bos));
        writer.u32("tokenizer.ggml.eos_token_id", static_cast<uint32_t>(eos));
        writer.boolean("tokenizer.ggml.add_bos_token", true).boolean("tokenizer.ggml.add_eos_token", true);
        const auto tokenizer = SampleVocabulary::tokenizerOf(writer);
        compare(tokenizer->encode("a", {.addSpecial = true}), {bos, 'a', eos}, "as the metadata says");
        compare(tokenizer->encode("a"), {'a'}, "nothing asked for");
        compare(tokenizer->encode(PromptPieces{{"a", false}}), {bos, 'a'}, "added to a prompt");
        compare(tokenizer->encode(PromptPieces{{"<|s|>a", true}}), {bos, 'a'}, "written by the template");
        compare(tokenizer->encode(PromptPieces{{"<|s|>", false}}), {bos, '<', '|', 's', '|', '>'}, "typed");
        compare(tokenizer->encode(PromptPieces{}), {bos}, "an empty prompt");
    }

    void unknownIdsAreAnError() {
        const auto tokenizer = SampleVocabulary::byteLevel().tokenizer();
        for (const TokenId id : {-1, tokenizer->vocabSize(), INT32_MAX, INT32_MIN}) {
            QVERIFY_EXCEPTION_THROWN(tokenizer->pieceBytes(id), Error);
            QVERIFY_EXCEPTION_THROWN(tokenizer->entry(id), Error);
            QVERIFY_EXCEPTION_THROWN(tokenizer->kind(id), Error);
            QVERIFY_EXCEPTION_THROWN(tokenizer->decode(Ids{id}), Error);
        }
    }

    void spacePrefixIsTakenOffAgain() {
        const auto vocabulary = SampleVocabulary::sentencePiece();
        const auto tokenizer = vocabulary.tokenizer();
        const Ids ids = tokenizer->encode("hello");
        compare(ids, {vocabulary.idOf("▁hello")}, "with the space");
        QCOMPARE(tokenizer->decode(ids), std::string("hello"));
        QCOMPARE(tokenizer->decode(tokenizer->encode(" hello")), std::string(" hello"));
        const Ids withBos = tokenizer->encode("hello", {.addSpecial = true});
        compare(withBos, {1, vocabulary.idOf("▁hello")}, "with BOS");
        QCOMPARE(tokenizer->decode(withBos), std::string("<s>hello"));
    }
};

QTEST_APPLESS_MAIN(TokenizerTest)
#include "tst_tokenizer.moc"

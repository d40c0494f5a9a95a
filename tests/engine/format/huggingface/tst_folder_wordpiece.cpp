#include <QtTest>

#include "format/huggingface/folder_tokenizer.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;
using Json = nlohmann::json;

namespace {

Json wordPieceJson(QByteArray spelled) {
    return Json::parse(spelled.replace('\'', '"').toStdString());
}

TokenEntries wordPieceEntries() {
    TokenEntries entries;
    entries.put(0, "[UNK]", controlKind);
    entries.put(1, "want", normalKind);
    entries.put(2, "##ed", normalKind);
    entries.put(3, "##", normalKind);
    entries.put(4, "<think>", userKind);
    return entries;
}

}  // namespace

/// The tokens are compared with the library's in tst_folder_vocabulary.
class FolderWordPieceTest : public QObject {
    Q_OBJECT

private slots:
    void entriesAreSpelledAsInGguf() {
        GgufTables tables;
        MetadataTable table(tables, "bert");
        TokenEntries entries = wordPieceEntries();
        addWordPiece(wordPieceJson("{'pre_tokenizer': {'type': 'BertPreTokenizer'}}"), wordPieceJson("{}"),
                     entries, table);
        QCOMPARE(entries.tokens, (GgufValue::Strings{"[UNK]", "▁want", "ed", "▁##", "<think>"}));
        QCOMPARE(entries.kinds[0], unknownKind);
    }
    void whatCannotBe() {
        const QByteArray split = "{'pre_tokenizer': {'type': 'BertPreTokenizer'}";
        using Row = std::tuple<QByteArray, const char*, ErrorCode>;
        for (const auto& [tokenizer, model, code] :
             {Row{split + "}", "{'unk_token': 'none'}", ErrorCode::BadFile},
              Row{split + "}", "{'unk_token': 3}", ErrorCode::BadFile},
              Row{split + "}", "{'continuing_subword_prefix': ''}", ErrorCode::BadFile},
              Row{split + "}", "{'max_input_chars_per_word': -1}", ErrorCode::BadFile},
              Row{split + ", 'normalizer': {'type': 'BertNormalizer', 'lowercase': 1}}", "{}",
                  ErrorCode::BadFile},
              Row{split + ", 'normalizer': {'type': 'NFC'}}", "{}", ErrorCode::Unsupported},
              Row{"{'pre_tokenizer': {'type': 'Whitespace'}}", "{}", ErrorCode::Unsupported},
              Row{"{}", "{}", ErrorCode::Unsupported}}) {
            GgufTables tables;
            MetadataTable table(tables, "bert");
            TokenEntries entries = wordPieceEntries();
            try {
                addWordPiece(wordPieceJson(tokenizer), wordPieceJson(model), entries, table);
                QFAIL(model);
            } catch (const Error& error) {
                QCOMPARE(error.code(), code);
            }
        }
    }
};

QTEST_APPLESS_MAIN(FolderWordPieceTest)
#include "tst_folder_wordpiece.moc"

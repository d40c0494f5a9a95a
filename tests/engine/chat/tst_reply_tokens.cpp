#include "chat/reply_tokens.h"

#include <QtTest>

#include "engine/text/sample_vocabulary.h"

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr TokenId control = 500;  ///< at least: marks stand behind the vocabulary's own

SampleVocabulary vocabulary() {
    SampleVocabulary out = SampleVocabulary::byteLevel();
    for (const char* mark :
         {"<think>", "</think>", "<|channel|>", "<|message|>", "<|start|>", "<|end|>", "<|im_start|>"})
        out.add(mark, TokenKind::Control);
    return out;
}

/// One token a byte, marks as their own tokens.
std::vector<TokenId> idsOf(const std::string& text) {
    const SampleVocabulary words = vocabulary();
    std::vector<TokenId> ids;
    for (size_t i = 0; i < text.size();) {
        TokenId id = static_cast<unsigned char>(text[i]);
        size_t taken = 1;
        for (size_t mark = 256; mark < words.tokens.size(); ++mark)
            if (words.types[mark] == static_cast<int>(TokenKind::Control) &&
                text.compare(i, words.tokens[mark].size(), words.tokens[mark]) == 0)
                id = static_cast<TokenId>(mark), taken = words.tokens[mark].size();
        ids.push_back(id);
        i += taken;
    }
    return ids;
}

}  // namespace

class TestReplyTokens : public QObject {
    Q_OBJECT

    const std::unique_ptr<Tokenizer> m_tokenizer = vocabulary().tokenizer();

    bool says(const std::string& ids, const std::string& text) const {
        return !tokensThatSay(*m_tokenizer, idsOf(ids), text).empty();
    }
    bool reasons(const std::string& ids, const std::string& text, const ReplyFormat& format) const {
        return !tokensThatReason(*m_tokenizer, idsOf(ids), text, format).empty();
    }

private slots:
    void theSameWords() {
        QVERIFY(says("Yes, \xC3\xA4h", "Yes, \xC3\xA4h"));
        // A reply that was stopped within a letter shows a replacement for it.
        QVERIFY(says("a\xC3", "a\xEF\xBF\xBD"));
        const SampleVocabulary words = vocabulary();
        std::vector<TokenId> ended = idsOf("Yes");
        ended.push_back(words.idOf("<|e|>"));
        const bool isEnd = m_tokenizer->isEndOfGeneration(ended.back());
        QCOMPARE(tokensThatSay(*m_tokenizer, ended, "Yes").size(), isEnd ? size_t{3} : size_t{0});
    }

    void otherWordsAreNotBelieved() {
        QVERIFY(!says("Obey me", "Yes"));
        QVERIFY(!says("Yes, obey me", "Yes"));
        QVERIFY(!says("", "Yes"));
        QVERIFY(!says("Yes<|im_start|>", "Yes"));
        // Nor a control token whose text is shown: it would be one in the prompt.
        QVERIFY(!says("Yes<|im_start|>system", "Yes<|im_start|>system"));
        for (const TokenId unknown : {TokenId{-1}, TokenId{1 << 30}})
            QVERIFY(tokensThatSay(*m_tokenizer, std::vector<TokenId>{'Y', unknown}, "Y").empty());
        QVERIFY(tokensThatSay(*m_tokenizer, std::vector<TokenId>(1000, control), "Y").empty());
    }

    void theEndOfTheIds() {
        const auto last = [&](const std::string& ids, const std::string& text) {
            return lastTokensThatSay(*m_tokenizer, idsOf(ids), text).size();
        };
        QCOMPARE(last("<think>Why.</think>Yes.", "Yes."), size_t{4});
        QCOMPARE(last("<think>Why.</think>No!!", "Yes."), size_t{0});
        QCOMPARE(last("Ye<|im_start|>s.", "Yes."), size_t{0});
        QCOMPARE(last("s.", "Yes."), size_t{0});
    }

    void reasoningWithItsMarksAlone() {
        ReplyFormat tags;
        tags.thinkOpen = "<think>";
        tags.thinkClose = "</think>";
        const std::string text = "<think>\nWhy.\n</think>\n\nYes.";
        QVERIFY(reasons("<think>\nWhy.\n</think>\n\nYes.", text, tags));
        QVERIFY(reasons("Why.</think>Yes.", text, tags));
        QVERIFY(reasons("<think>Why", "<think>\nWhy", tags));
        QVERIFY(!reasons("<think>Why.</think>No!!", text, tags));
        QVERIFY(!reasons("<think>Because.</think>Yes.", text, tags));
        QVERIFY(!reasons("Obey.<think>Why.</think>Yes.", text, tags));
        QVERIFY(!reasons("<think>Why.</think>Yes.<|im_start|>", text, tags));
        QVERIFY(!reasons("<think>Why.</think>Yes.", "Yes.", tags));
        QVERIFY(!reasons("<think>Why.</think>Yes.", text, {}));
        ReplyFormat channels;
        channels.harmony = true;
        const std::string head = "<|channel|>analysis<|message|>Why.<|end|>";
        QVERIFY(reasons(head + "<|start|>assistant<|channel|>final<|message|>Yes.", text, channels));
        QVERIFY(!reasons(head + "<|start|>system<|channel|>final<|message|>Yes.", text, channels));
        QVERIFY(!reasons(head + "<|start|>assistant<|channel|>final obey me<|message|>Yes.", text, channels));
    }
};

QTEST_APPLESS_MAIN(TestReplyTokens)
#include "tst_reply_tokens.moc"

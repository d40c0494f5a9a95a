#include <QtTest>

#include "text/pre_tokenizer.h"
#include "text/pre_tokenizer_table.h"

using namespace hearth::text;

/// Settings that the names imply besides their patterns.
class PreTokenizerTableTest : public QObject {
    Q_OBJECT

private slots:
    void traits() {
        for (const char* name : {"llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral",
                                 "midm-2.0", "lfm2", "jina-v5-nano", "tekken"}) {
            QVERIFY2(findPreTokenizer(name)->ignoreMerges && findPreTokenizer(name)->addBos, name);
        }
        for (const char* name : {"glm4", "glm5", "minicpm5", "youtu", "granite-embed-multi-97m"}) {
            QVERIFY2(findPreTokenizer(name)->ignoreMerges && !findPreTokenizer(name)->addBos, name);
        }
        for (const char* name : {"gpt-2", "qwen2", "smollm", "deepseek-llm", "gpt-4o", "command-r"}) {
            QVERIFY2(!findPreTokenizer(name)->ignoreMerges && !findPreTokenizer(name)->addBos, name);
        }
        for (const char* name : {"qwen2", "smollm", "deepseek-v3", "gpt-4o", "tekken"}) {
            QVERIFY2(!findPreTokenizer(name)->cleanSpaces, name);
        }
        for (const char* name : {"gpt-2", "llama-bpe", "falcon", "mpt", "starcoder"}) {
            QVERIFY2(findPreTokenizer(name)->cleanSpaces, name);
        }
        QVERIFY(findPreTokenizer("chameleon")->addBos);
        QVERIFY(findPreTokenizer("gemma4")->rawText && findPreTokenizer("gemma4")->spaceMarks);
        QVERIFY(findPreTokenizer("whitespace")->rawText && !findPreTokenizer("whitespace")->spaceMarks);
    }
    void everyRuleHasSteps() {
        for (const PreTokenizer& rule : preTokenizers()) QVERIFY2(!rule.steps.empty(), rule.name.data());
    }
};

QTEST_APPLESS_MAIN(PreTokenizerTableTest)
#include "tst_pre_tokenizer_table.moc"

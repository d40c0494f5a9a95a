#include "chat/text_counter.h"

#include <QtTest>

#include "chat_fixture.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::ChatFixture;

namespace {

std::shared_ptr<const Tokenizer> gpt2() {
    return Tokenizer::fromGguf(GgufFile::open(HEARTH_SOURCE_DIR "/tests/reference/tokenizers/gpt2"));
}

struct Told {
    int tokens = -1;
    bool exact = false;

    TextCounter::Done take() {
        return [this](int count, bool counted) {
            tokens = count;
            exact = counted;
        };
    }
};

}  // namespace

class TestTextCounter : public QObject {
    Q_OBJECT

private slots:
    void theModelCounts() {
        ChatFixture f;
        f.script->tokenizer = gpt2();
        f.load();
        TextCounter counter(f.inference, f.engine);
        Told told, other;
        const QString text = "Bees visit flowers, all day long.";
        counter.count(text, told.take());
        counter.count("Bees", other.take());
        QCOMPARE(told.tokens, -1);
        QTRY_VERIFY(told.exact && other.exact);
        QCOMPARE(told.tokens, static_cast<int>(f.script->tokenizer->encode(text.toStdString()).size()));
        QVERIFY(other.tokens > 0 && other.tokens < told.tokens);
    }
    void withoutAVocabularyItIsAnEstimate() {
        ChatFixture f;
        TextCounter counter(f.inference, f.engine);
        Told told;
        counter.count("Twelve words", told.take());
        QCOMPARE(told.tokens, 3);
        QVERIFY(!told.exact);
        f.load();
        told = {};
        counter.count("Twelve words", told.take());
        QTRY_COMPARE(told.tokens, 3);
        QVERIFY(!told.exact);
    }
};

QTEST_MAIN(TestTextCounter)
#include "tst_text_counter.moc"

#include "inspector/word_tokens.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "../chat/chat_fixture.h"
#include "inspector/word_samples.h"

using namespace hearth;
using namespace hearth::app;

namespace {

std::unique_ptr<Engine> loadTiny(const EngineOptions& options,
                                 const std::function<void(const LoadStatus&)>& progress,
                                 std::stop_token stop) {
    EngineOptions tiny = options;
    tiny.model = HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf";
    tiny.backend = "cpu";
    tiny.threads = 1;
    return Engine::load(tiny, progress, stop);
}

/// The row of a model as its columns.
struct Shown {
    QString name, figures;
    QStringList pieces;
    int tokens = 0;
    double bytesEach = 0, factor = 0;

    Shown(const WordTokens& words, int row) {
        const QModelIndex at = words.index(row);
        name = at.data(WordTokens::NameRole).toString();
        figures = at.data(WordTokens::FigureTextRole).toString();
        pieces = at.data(WordTokens::PiecesRole).toStringList();
        tokens = at.data(WordTokens::TokensRole).toInt();
        bytesEach = at.data(WordTokens::BytesRole).toDouble();
        factor = at.data(WordTokens::FactorRole).toDouble();
    }
};

}  // namespace

class TestWordTokens : public QObject {
    Q_OBJECT

private slots:
    // With a real vocabulary, and no message in any chat: what is shown is the text again, and the figures
    // are its bytes.
    void theSentenceIsSplitInEveryLanguage() {
        test::ChatFixture f(app::store::Store::inMemory(), loadTiny);
        f.load();
        WordTokens words(f.inference, f.engine);
        const QAbstractItemModelTester tester(&words, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(words.rowCount(), wordSamples().size() + 1);
        QCOMPARE(Shown(words, 1).tokens, 0);  // nobody looks
        words.setShown(true);
        for (int row = 1; row < words.rowCount(); ++row) {
            QTRY_VERIFY(!Shown(words, row).pieces.isEmpty());
            const Shown shown(words, row);
            const QString text = wordSamples()[row - 1].text;
            QCOMPARE(shown.pieces.join(QString()), text);
            QCOMPARE(shown.pieces.size(), shown.tokens);
            QCOMPARE(shown.bytesEach * shown.tokens, static_cast<double>(text.toUtf8().size()));
            QCOMPARE(shown.factor, static_cast<double>(shown.tokens) / Shown(words, 1).tokens);
        }
        QCOMPARE(Shown(words, 1).factor, 1.0);
        QVERIFY(!Shown(words, 1).figures.contains(QStringLiteral("English")));
        QVERIFY(Shown(words, 2).figures.contains(QStringLiteral("× English")));
        QCOMPARE(Shown(words, 2).name, QStringLiteral("Deutsch"));
        QCOMPARE(words.note(), QString());
    }

    void whatIsTypedIsSplitAtOnce() {
        test::ChatFixture f(app::store::Store::inMemory(), loadTiny);
        f.load();
        WordTokens words(f.inference, f.engine);
        words.setShown(true);
        words.setText(QStringLiteral("h"));
        words.setText(QStringLiteral("hearth"));
        QTRY_COMPARE(Shown(words, 0).pieces.join(QString()), QStringLiteral("hearth"));
        QCOMPARE(Shown(words, 0).factor, 0.0);  // it is not the same sentence
        QVERIFY(Shown(words, 0).tokens > 0);
        words.setText({});
        QCOMPARE(Shown(words, 0).tokens, 0);
        // Of a very long text a part is shown, and all of it counts.
        words.setText(QString(30'000, QLatin1Char('x')));
        QCOMPARE(words.text().size(), WordTokens::longestText);
        QTRY_COMPARE(Shown(words, 0).pieces.size(), WordTokens::mostPieces);
        QVERIFY(Shown(words, 0).tokens > WordTokens::mostPieces);
    }

    void withoutAVocabularyItSaysSo() {
        test::ChatFixture f;
        f.script->hasTokens = false;
        WordTokens words(f.inference, f.engine);
        words.setShown(true);
        QCOMPARE(words.note(), QStringLiteral("Load a model to see how its vocabulary splits words."));
        f.load();
        QTRY_COMPARE(words.note(),
                     QStringLiteral("Only the server knows how this model splits text into tokens."));
        QCOMPARE(Shown(words, 1).tokens, 0);
    }

    // Figures of a model that is not there any more would be told as those of the next one.
    void anotherModelSplitsAnew() {
        test::ChatFixture f(app::store::Store::inMemory(), loadTiny);
        f.load();
        WordTokens words(f.inference, f.engine);
        words.setShown(true);
        QTRY_VERIFY(Shown(words, 1).tokens > 0);
        f.engine.unload();
        QTRY_COMPARE(Shown(words, 1).tokens, 0);
        f.load();
        QTRY_VERIFY(Shown(words, 1).tokens > 0);
    }
};

QTEST_MAIN(TestWordTokens)
#include "tst_word_tokens.moc"

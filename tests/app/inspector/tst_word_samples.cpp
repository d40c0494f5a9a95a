#include "inspector/word_samples.h"

#include <QtTest>

#include "settings/language.h"

using namespace hearth::app;

class TestWordSamples : public QObject {
    Q_OBJECT

private slots:
    // Adding a language to the window requires the sentence in that language.
    void everyLanguageOfTheWindowHasTheSentence() {
        const QList<WordSample> samples = wordSamples();
        for (const Language& language : languages()) {
            const auto found = std::count_if(samples.begin(), samples.end(), [&](const WordSample& sample) {
                return sample.code == language.code && !sample.text.isEmpty();
            });
            QVERIFY2(found == 1, qPrintable(language.code));
        }
        QCOMPARE(samples.size(), languages().size() + 1);
        QCOMPARE(samples.front().code, QStringLiteral("en"));
        QCOMPARE(samples.back().code, QStringLiteral("py"));
    }
};

QTEST_APPLESS_MAIN(TestWordSamples)
#include "tst_word_samples.moc"

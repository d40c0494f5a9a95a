#include "text/sentencepiece_model.h"

#include <sentencepiece_processor.h>

#include <QtTest>

#include "sample_vocabulary.h"
#include "text/vocabulary.h"

using namespace hearth;
using namespace hearth::text;
using test::SampleVocabulary;

/// The library reads back what was written.
class SentencePieceModelTest : public QObject {
    Q_OBJECT

    static void load(sentencepiece::SentencePieceProcessor& processor, const SampleVocabulary& sample) {
        const Vocabulary vocabulary = Vocabulary::load(GgufFile::parse(sample.writer().image()));
        const auto status = processor.LoadFromSerializedProto(sentencePieceModel(vocabulary));
        QVERIFY2(status.ok(), status.error_message());
    }

private slots:
    void samePiecesUnderTheSameIds() {
        const auto sample = SampleVocabulary::sentencePiece();
        sentencepiece::SentencePieceProcessor processor;
        load(processor, sample);
        QCOMPARE(processor.GetPieceSize(), static_cast<int>(sample.tokens.size()));
        for (int id = 0; id < processor.GetPieceSize(); ++id) {
            QCOMPARE(processor.IdToPiece(id), sample.tokens[static_cast<size_t>(id)]);
            QCOMPARE(processor.IsByte(id), sample.types[static_cast<size_t>(id)] == 6);
            QCOMPARE(processor.GetScore(id), sample.scores[static_cast<size_t>(id)]);
        }
        QVERIFY(processor.IsUnknown(0) && processor.IsControl(1) && processor.IsControl(2));
    }
    void firstUnknownStays() {
        auto sample = SampleVocabulary::sentencePiece();
        sample.add("<unk2>", TokenKind::Unknown).add("<unk3>", TokenKind::Unknown);
        sentencepiece::SentencePieceProcessor processor;
        load(processor, sample);
        QVERIFY(processor.IsUnknown(0));
        QVERIFY(processor.IsUnused(sample.idOf("<unk2>")) && processor.IsUnused(sample.idOf("<unk3>")));
    }
    void oneUnknownIsAddedWhenThereIsNone() {
        auto sample = SampleVocabulary::sentencePiece();
        sample.types[0] = 1;
        sentencepiece::SentencePieceProcessor processor;
        load(processor, sample);
        QVERIFY(processor.IsUnknown(static_cast<int>(sample.tokens.size())));
    }
    void repeatedAndEmptyEntriesKeepTheirPlace() {
        auto sample = SampleVocabulary::sentencePiece();
        sample.add("").add("lo").add("").add("end");
        sentencepiece::SentencePieceProcessor processor;
        load(processor, sample);
        QCOMPARE(processor.PieceToId("end"), sample.idOf("end"));
        QCOMPARE(processor.PieceToId("lo"), sample.idOf("lo"));
    }
};

QTEST_APPLESS_MAIN(SentencePieceModelTest)
#include "tst_sentencepiece_model.moc"

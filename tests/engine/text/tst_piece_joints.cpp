#include "text/piece_joints.h"

#include <QtTest>

#include "sample_vocabulary.h"
#include "text/vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;

class PieceJointsTest : public QObject {
    Q_OBJECT

private slots:
    void pairsOfTheEntries() {
        auto sample = SampleVocabulary::sentencePiece();
        sample.add("▁zö", TokenKind::Normal, -30);
        const text::Vocabulary vocabulary = text::Vocabulary::load(GgufFile::parse(sample.writer().image()));
        const text::PieceJoints joints(vocabulary);
        QVERIFY(joints.mayJoin(U'h', U'e') && joints.mayJoin(U'l', U'o') && joints.mayJoin(U'z', U'ö'));
        QVERIFY(!joints.mayJoin(U'e', U'h') && !joints.mayJoin(U'o', U' ') && !joints.mayJoin(U'ö', U'z'));
        QVERIFY(joints.occurs(U'ä') && joints.occurs(U'ö') && !joints.occurs(U'中') && !joints.occurs(U'y'));
        QCOMPARE(joints.longestEntry(), std::string_view("▁hello").size());
    }
    void aSpaceIsTheSpaceMark() {
        const text::Vocabulary vocabulary =
            text::Vocabulary::load(GgufFile::parse(SampleVocabulary::sentencePiece().writer().image()));
        const text::PieceJoints joints(vocabulary);
        QVERIFY(joints.occurs(U' ') && joints.mayJoin(U' ', U'h') && joints.mayJoin(U'\u2581', U'h'));
        QVERIFY(!joints.mayJoin(U' ', U' '));
    }
};

QTEST_APPLESS_MAIN(PieceJointsTest)
#include "tst_piece_joints.moc"

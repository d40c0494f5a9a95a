#include "block_vectors.h"

using namespace hearth;

class SmallTypeWritersTest : public QObject {
    Q_OBJECT

private slots:
    void blocksAreThoseOfTheReference_data() { test::addTypeRows({"TQ1_0", "TQ2_0", "MXFP4"}); }
    void blocksAreThoseOfTheReference() {
        QFETCH(QString, name);
        test::compareBlocksWithVectors(name);
    }
};

QTEST_APPLESS_MAIN(SmallTypeWritersTest)
#include "tst_small_type_writers.moc"

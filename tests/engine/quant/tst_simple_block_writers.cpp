#include "block_vectors.h"

using namespace hearth;

class SimpleBlockWritersTest : public QObject {
    Q_OBJECT

private slots:
    void blocksAreThoseOfTheReference_data() {
        test::addTypeRows({"BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0"});
    }
    void blocksAreThoseOfTheReference() {
        QFETCH(QString, name);
        test::compareBlocksWithVectors(name);
    }
};

QTEST_APPLESS_MAIN(SimpleBlockWritersTest)
#include "tst_simple_block_writers.moc"

#include "block_vectors.h"

using namespace hearth;

class GridBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void blocksMatchTheReferenceToTheBit_data() {
        test::addTypeRows({"IQ1_S", "IQ1_M", "IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ3_XXS", "IQ3_S"});
    }
    void blocksMatchTheReferenceToTheBit() {
        QFETCH(QString, name);
        test::compareWithVectors(name);
    }
};

QTEST_APPLESS_MAIN(GridBlocksTest)
#include "tst_grid_blocks.moc"

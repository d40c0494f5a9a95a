#include "format/gguf/weight_names.h"

#include <QSet>
#include <QtTest>

#include "hearth/error.h"

using namespace hearth;

class TestWeightNames : public QObject {
    Q_OBJECT
private slots:
    void namesAreThoseOfTheFormat() {
        QCOMPARE(ggufWeightName({WeightRole::TokenEmbedding}), std::string("token_embd.weight"));
        QCOMPARE(ggufWeightName({WeightRole::Output}), std::string("output.weight"));
        QCOMPARE(ggufWeightName({.role = WeightRole::Query, .layer = 7}), std::string("blk.7.attn_q.weight"));
        QCOMPARE(ggufWeightName({.role = WeightRole::Query, .layer = 12, .part = WeightPart::Bias}),
                 std::string("blk.12.attn_q.bias"));
        QCOMPARE(ggufWeightName({.role = WeightRole::ExpertDown, .layer = 0, .part = WeightPart::Scale}),
                 std::string("blk.0.ffn_down_exps.scale"));
    }

    void twoNamesHaveNoEnding() {
        QCOMPARE(ggufWeightName({.role = WeightRole::StateDecay, .layer = 1}), std::string("blk.1.ssm_a"));
        QCOMPARE(ggufWeightName({.role = WeightRole::StateSkip, .layer = 1}), std::string("blk.1.ssm_d"));
    }

    void oneRoleHasAnotherName() {
        const WeightId bias{.role = WeightRole::ExpertSelection, .layer = 2, .part = WeightPart::Bias};
        QCOMPARE(ggufWeightName(bias), std::string("blk.2.exp_probs_b.bias"));
        QCOMPARE(otherGgufWeightName(bias), std::string("blk.2.exp_probs_b"));
        QVERIFY(otherGgufWeightName({.role = WeightRole::Query, .layer = 2}).empty());
    }

    void everyRoleHasANameOfItsOwn() {
        QSet<QString> names;
        int roles = 0;
        for (int role = 0; role <= static_cast<int>(WeightRole::MtpOutputNorm); ++role) {
            const WeightId id{.role = static_cast<WeightRole>(role), .layer = 3};
            const bool inFiles = id.role != WeightRole::Unknown && id.role != WeightRole::RotaryFrequencies &&
                                 id.role != WeightRole::LocalRotaryFrequencies &&
                                 id.role != WeightRole::ColumnSum && id.role != WeightRole::GateThreshold;
            if (!inFiles) {
                QVERIFY_THROWS_EXCEPTION(Error, (void)ggufWeightName(id));
                continue;
            }
            names.insert(QString::fromStdString(ggufWeightName(id)));
            ++roles;
        }
        QCOMPARE(names.size(), roles);
    }
};

QTEST_APPLESS_MAIN(TestWeightNames)
#include "tst_weight_names.moc"

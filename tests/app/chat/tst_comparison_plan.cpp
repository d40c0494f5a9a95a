#include "chat/comparison_plan.h"

#include <QAbstractItemModelTester>
#include <QtTest>

#include "settings/preset_list_model.h"
#include "settings/sampling_settings.h"

using namespace hearth::app;

class TestComparisonPlan : public QObject {
    Q_OBJECT

    struct Fixture {
        std::unique_ptr<store::Store> store = store::Store::inMemory();
        SamplingSettings sampling{*store};
        PresetListModel presets{*store, sampling};
        ChatModels models;
        ComparisonPlan plan{sampling, presets, models};
        QAbstractItemModelTester tester{&plan, QAbstractItemModelTester::FailureReportingMode::QtTest};
    };
    static QStringList seeds(const ComparisonPlan& plan) {
        QStringList seeds;
        for (const ComparisonPlan::Answer& answer : plan.answers())
            seeds += answer.sampling.value("seed").toString();
        return seeds;
    }

private slots:
    void seedsDifferAndNothingElse() {
        Fixture f;
        f.plan.setCount(3);
        f.sampling.setSeed("41");
        f.sampling.setValue("topK", 7);
        QCOMPARE(seeds(f.plan), QStringList({"41", "42", "43"}));
        const auto answers = f.plan.answers();
        QCOMPARE(answers[1].label, QString("Seed 42"));
        QCOMPARE(answers[1].sampling.value("topK").toInt(), 7);
        // Without one they are random, but known before the reply begins.
        f.sampling.setSeed("");
        const QStringList random = seeds(f.plan);
        QVERIFY(!random.contains(QString()));
        QCOMPARE(QSet<QString>(random.begin(), random.end()).size(), 3);
    }

    void temperaturesDifferWithOneSeed() {
        Fixture f;
        f.plan.setDifference(ComparisonPlan::Temperatures);
        f.plan.setTemperature(0, 0.25);
        f.plan.setTemperature(1, 99);
        const auto answers = f.plan.answers();
        QCOMPARE(answers.size(), 2U);
        QCOMPARE(answers[0].sampling.value("temperature").toDouble(), 0.25);
        QCOMPARE(answers[0].label, QString("Temperature 0.25"));
        QCOMPARE(answers[1].sampling.value("temperature").toDouble(), 2.0);
        QCOMPARE(answers[0].sampling.value("seed"), answers[1].sampling.value("seed"));
        QVERIFY(f.plan.note().isEmpty());
        f.plan.setTemperature(1, 0.25);
        QVERIFY(!f.plan.note().isEmpty());
    }

    void presetsDiffer() {
        Fixture f;
        f.sampling.setValue("topK", 7);
        QVERIFY(f.presets.save("Mine"));
        f.plan.setDifference(ComparisonPlan::Presets);
        f.plan.setPreset(1, f.presets.count() - 1);
        const auto answers = f.plan.answers();
        QCOMPARE(answers[1].label, QString("Mine"));
        QCOMPARE(answers[1].sampling.value("topK").toInt(), 7);
        QCOMPARE(answers[0].label, f.presets.data(f.presets.index(0), PresetListModel::NameRole).toString());
        // A preset that is gone meanwhile.
        f.plan.setPreset(1, 99);
        QCOMPARE(f.plan.answers()[1].label, QString("Mine"));
    }

    void theNumberHasBounds() {
        Fixture f;
        QCOMPARE(f.plan.count(), 2);
        f.plan.setCount(9);
        QCOMPARE(f.plan.count(), 4);
        f.plan.setCount(0);
        QCOMPARE(f.plan.count(), 2);
        f.plan.setTemperature(2, 1);
        f.plan.setPreset(-1, 1);
    }

    void greedySeedsAreAllTheSame() {
        Fixture f;
        QVERIFY(f.plan.note().isEmpty());
        f.sampling.setValue("temperature", 0);
        QVERIFY(!f.plan.note().isEmpty());
    }
    void modelsAreThatOfTheChatAndTheNext() {
        Fixture f;
        f.plan.setDifference(ComparisonPlan::Models);
        // Without any, each answer is by the model of the chat.
        QVERIFY(f.plan.answers()[1].modelPath.isEmpty());
        QCOMPARE(f.plan.index(0).data(ComparisonPlan::ModelRowRole).toInt(), -1);
        f.models.set({{"/m/a", "A"}, {"/m/b", "B"}, {"/m/c", "C"}});
        f.plan.setChatModel("/m/c");
        f.plan.setCount(2);
        auto answers = f.plan.answers();
        QCOMPARE(answers[0].modelPath, QString("/m/c"));
        QCOMPARE(answers[1].modelPath, QString("/m/a"));
        QCOMPARE(answers[1].label, QString("A"));
        QCOMPARE(answers[0].sampling, answers[1].sampling);
        QVERIFY(f.plan.note().isEmpty());
        f.plan.setModel(1, 2);
        QCOMPARE(f.plan.answers()[1].modelPath, QString("/m/c"));
        QVERIFY(!f.plan.note().isEmpty());
        f.plan.setModel(1, 3);
        f.plan.setModel(1, -1);
        QCOMPARE(f.plan.answers()[1].modelPath, QString("/m/c"));
        // One that is gone is replaced.
        f.models.set({{"/m/a", "A"}, {"/m/b", "B"}});
        QCOMPARE(f.plan.answers()[1].modelPath, QString("/m/b"));
    }
};

QTEST_GUILESS_MAIN(TestComparisonPlan)
#include "tst_comparison_plan.moc"

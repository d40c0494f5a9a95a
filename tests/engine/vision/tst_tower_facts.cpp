#include "vision/tower_facts.h"

#include <QTemporaryDir>
#include <QtTest>

#include "engine/vision/vision_pack.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/tower_tables.h"
#include "vision/vision_errors.h"

using namespace hearth;
using namespace hearth::test;

class TestTowerFacts : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path at(const char* name) const {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

private slots:
    void aFileSaysThem() {
        towerTables(32).save(at("mmproj.gguf"));
        const TowerFacts facts = towerFacts(at("mmproj.gguf"));
        QCOMPARE(facts.projector, std::string("gemma3"));
        QCOMPARE(facts.layers, 2U);
        QCOMPARE(facts.width, 8U);
        QCOMPARE(facts.outWidth, 32U);
        QCOMPARE(facts.patchSize, 14U);
        // The number that Gemma 3 uses for every picture.
        QCOMPARE(facts.tokens, 256U);
        QCOMPARE(facts.bytes, towerTablesBytes);
    }

    void filesAndFoldersOfTheReferencePackAgree() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        int compared = 0;
        for (const std::string& name : visionModels(pack)) {
            const auto path = pack / name / ("mmproj-" + name + ".gguf");
            if (!std::filesystem::exists(path)) continue;
            const TowerFacts file = towerFacts(path), folder = towerFacts(pack / name / "hf");
            QCOMPARE(file.projector, folder.projector);
            QCOMPARE(file.layers, folder.layers);
            QCOMPARE(file.width, folder.width);
            QCOMPARE(file.outWidth, folder.outWidth);
            QCOMPARE(file.patchSize, folder.patchSize);
            QVERIFY(file.tokens > 0 && folder.tokens > 0 && file.bytes > 0 && folder.bytes > 0);
            ++compared;
        }
        QVERIFY(compared > 0);
    }

    void whatCannotBeUsedTakesNothing() {
        towerTables(32).save(at("mmproj.gguf"));
        QCOMPARE(plannedVisionBytes(at("mmproj.gguf"), 32), towerTablesBytes);
        QCOMPARE(plannedVisionBytes(at("mmproj.gguf"), 64), uint64_t{0});
        QCOMPARE(plannedVisionBytes({}, 32), uint64_t{0});
        QCOMPARE(plannedVisionBytes(at("none.gguf"), 32), uint64_t{0});
        GgufWriter other;
        other.text("general.architecture", "clip").text("clip.projector_type", "other");
        other.save(at("other.gguf"));
        QCOMPARE(plannedVisionBytes(at("other.gguf"), 32), uint64_t{0});
        QVERIFY_THROWS_EXCEPTION(Error, (void)towerFacts(at("other.gguf")));
    }
};

QTEST_GUILESS_MAIN(TestTowerFacts)
#include "tst_tower_facts.moc"

#include "hearth/encode_picture.h"

#include "engine/vision/pack_messages.h"
#include "engine/vision/vision_pack.h"
#include "session/session_errors.h"
#include "support/tiny_llama_gguf.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

using namespace hearth;
using namespace hearth::test;

class TestEncodePicture : public QObject {
    Q_OBJECT
private slots:
    void rowsAreThoseOfTransformers() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        const auto home = pack / "mistral3-a";
        EngineOptions options;
        options.model = home / "hf";
        options.backend = "cpu";
        uint32_t heard = 0, total = 0;
        const auto encoding =
            encodePicture(options, *packPicture(pack, "fit224"), {}, [&](uint32_t done, uint32_t all) {
                heard = std::max(heard, done);
                total = all;
            });
        const auto made = readJson(home / "reference.json")["cases"]["fit224"];
        const NpyArray rows = readNpy(home / made["rows"]["file"].get<std::string>());
        QCOMPARE(encoding.values.size(), rows.values.size());
        double worst = 0;
        for (size_t i = 0; i < rows.values.size(); ++i)
            worst = std::max(worst, std::abs(double{encoding.values[i]} - rows.values[i]));
        QVERIFY2(worst <= 1e-4, qPrintable(QString::number(worst)));
        QCOMPARE(encoding.rows, 64U);
        QCOMPARE(encoding.width, 64U);
        QCOMPARE(encoding.grids.size(), size_t{1});
        QVERIFY(encoding.grids[0].lines == 8 && encoding.grids[0].columns == 8);
        // A mark behind each line.
        QCOMPARE(encoding.tokens, 72U);
        QVERIFY(total > 0 && heard + 1 == total);
    }

    void modelsThatCannotSeeSaySo() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "cpu";
        tinyLlamaGguf().save(options.model);
        try {
            (void)encodePicture(options, *packPicture(pack, "small"));
            QFAIL("it was encoded");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::cannotSee));
        }
    }
};

QTEST_GUILESS_MAIN(TestEncodePicture)
#include "tst_encode_picture.moc"

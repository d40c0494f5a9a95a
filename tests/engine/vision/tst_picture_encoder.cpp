#include "vision/picture_encoder.h"

#include <cmath>

#include "backend/cpu/cpu_backend.h"
#include "engine/vision/pack_messages.h"
#include "engine/vision/vision_pack.h"
#include "hearth/error.h"
#include "vision/vision_errors.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;

}  // namespace

class TestPictureEncoder : public QObject {
    Q_OBJECT
private slots:
    void init() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        m_pack = pack;
    }

    /// From the file to rows, with those that later layers get beside them.
    void rowsAreThoseOfTransformers() {
        const fs::path home = m_pack / "qwen3-vl-a";
        const auto encoder = PictureEncoder::load(home / "hf", m_backend, 64);
        const auto made = readJson(home / "reference.json")["cases"]["fit224"];
        std::vector<NpyArray> parts{readNpy(home / made["rows"]["file"].get<std::string>())};
        for (const auto& added : made["deepstack"]) parts.push_back(readNpy(home / added["file"]));
        const auto rows = encoder->rows(*readPictureFile(m_pack / "pictures/fit224.png"), {});
        const size_t width = parts.front().shape[1], count = parts.front().shape[0];
        QCOMPARE(encoder->rowNumbers(), width * parts.size());
        QCOMPARE(rows->size(), count * width * parts.size());
        double worst = 0;
        for (size_t row = 0; row < count; ++row)
            for (size_t part = 0; part < parts.size(); ++part)
                for (size_t i = 0; i < width; ++i)
                    worst =
                        std::max(worst, std::abs(double{(*rows)[(row * parts.size() + part) * width + i]} -
                                                 parts[part].values[row * width + i]));
        QVERIFY2(worst <= 1e-4, qPrintable(QString::number(worst)));
    }

    void aPictureIsMadeOnce() {
        const auto encoder = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const PictureFile picture = *readPictureFile(m_pack / "pictures/small.png");
        const auto rows = encoder->rows(picture, {});
        QCOMPARE(encoder->rows(*readPictureFile(m_pack / "pictures/small.png"), {}), rows);
        QCOMPARE(encoder->made(), uint64_t{1});
        (void)encoder->rows(*readPictureFile(m_pack / "pictures/fit224.png"), {});
        QCOMPARE(encoder->made(), uint64_t{2});
    }

    /// Somebody else's picture may be under way: work goes on with that one first.
    void stepsLeadToTheSameRows() {
        const auto encoder = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const auto other = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const PictureFile one = *readPictureFile(m_pack / "pictures/small.png"),
                          two = *readPictureFile(m_pack / "pictures/fit224.png");
        QCOMPARE(encoder->expectedSeconds(one), 0.0);
        QVERIFY(encoder->step(one) == nullptr);
        const double begun = encoder->done();
        QVERIFY(begun > 0 && begun < 1);
        PictureRows::Rows rows;
        for (int i = 0; i < 100 && rows == nullptr; ++i) rows = encoder->step(two);
        QVERIFY(encoder->isKept(one));
        QCOMPARE(*rows, *other->rows(two, {}));
        QCOMPARE(*encoder->step(one), *other->rows(one, {}));
        QCOMPARE(encoder->made(), uint64_t{2});
        QVERIFY(encoder->expectedSeconds(*readPictureFile(m_pack / "pictures/tall.png")) > 0);
        QCOMPARE(encoder->expectedSeconds(one), 0.0);
    }

    void whatIsGivenUpBeginsAgain() {
        const auto encoder = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const PictureFile picture = *readPictureFile(m_pack / "pictures/small.png");
        QVERIFY(encoder->step(picture) == nullptr);
        encoder->giveUp(picture);
        QCOMPARE(encoder->done(), 0.0);
        QVERIFY(!encoder->rows(picture, {})->empty());
        QCOMPARE(encoder->made(), uint64_t{1});
    }

    /// A picture with other numbers of tokens has rows of its own, and one that comes out the same does not.
    void eachDetailHasItsRows() {
        const auto encoder = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const PictureFile picture = *readPictureFile(m_pack / "pictures/fit224.png");
        const int own = encoder->tokens(picture, PictureDetail::Auto);
        QCOMPARE(encoder->tokens(picture, PictureDetail::High), own);
        const auto rows = encoder->rows(picture, {});
        QCOMPARE(rows->size(), size_t(own) * encoder->rowNumbers());
        QVERIFY(encoder->isKept(picture, PictureDetail::High));
        QCOMPARE(encoder->step(picture, {}, {}, PictureDetail::High), rows);
        QCOMPARE(encoder->expectedSeconds(picture, PictureDetail::High), 0.0);
        QCOMPARE(encoder->made(), uint64_t{1});
        // The tiles of InternVL are fewer.
        const auto tiles = PictureEncoder::load(m_pack / "internvl3-a/hf", m_backend, 64);
        const PictureFile tall = *readPictureFile(m_pack / "pictures/tall.png");
        const int few = tiles->tokens(tall, PictureDetail::Low);
        QVERIFY(few < tiles->tokens(tall, PictureDetail::Auto));
        QVERIFY(!tiles->rows(tall, {})->empty());
        QVERIFY(!tiles->isKept(tall, PictureDetail::Low));
        QVERIFY(tiles->step(tall, {}, {}, PictureDetail::Low) == nullptr);
        tiles->giveUp(tall);
        QVERIFY(tiles->done() > 0);
        PictureRows::Rows low;
        for (int i = 0; i < 100 && low == nullptr; ++i) low = tiles->step(tall, {}, {}, PictureDetail::Low);
        QCOMPARE(low->size(), size_t(few) * tiles->rowNumbers());
        QCOMPARE(tiles->made(), uint64_t{2});
    }

    void aStopKeepsNothing() {
        const auto encoder = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const PictureFile picture = *readPictureFile(m_pack / "pictures/small.png");
        std::stop_source stop;
        const auto onLayer = [&](uint32_t, uint32_t) { stop.request_stop(); };
        try {
            (void)encoder->rows(picture, stop.get_token(), onLayer);
            QFAIL("it was not stopped");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::Cancelled);
        }
        QCOMPARE(encoder->made(), uint64_t{0});
        QVERIFY(!encoder->rows(picture, {})->empty());
    }

    void towersOfOtherModelsAreRefused() {
        try {
            (void)PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 128);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::otherTower));
        }
    }

    /// Rows of one tower are never taken for those of another one.
    void fingerprintsDiffer() {
        const auto folder = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const auto again = PictureEncoder::load(m_pack / "qwen3-vl-a/hf", m_backend, 64);
        const auto other = PictureEncoder::load(m_pack / "qwen3.5-a/hf", m_backend, 64);
        QVERIFY(folder->fingerprint() == again->fingerprint());
        QVERIFY(folder->fingerprint() != other->fingerprint());
    }

private:
    CpuBackend m_backend{CpuOptions{.threads = 2}};
    fs::path m_pack;
};

QTEST_GUILESS_MAIN(TestPictureEncoder)
#include "tst_picture_encoder.moc"

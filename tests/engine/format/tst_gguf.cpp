#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <thread>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/gguf_writer.h"
#include "support/reference_pack.h"

using namespace hearth;
using test::GgufWriter;

namespace {

template <typename Action>
std::optional<Error> errorOf(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

const std::vector<float> eightFloats{1, 2, 3, 4, 5, 6, 7, 8};

GgufWriter sample() {
    GgufWriter writer;
    const std::vector<std::string> tokens{"a", "", "\xC3\xA4", "\xFF"};
    const std::vector<float> scores{0.5F, -1};
    const std::vector<int32_t> kinds{1, -2, 3};
    writer.text("general.architecture", "llama")
        .u8("u8", 200)
        .i8("i8", -100)
        .u16("u16", 60000)
        .i16("i16", -30000);
    writer.u32("u32", 4000000000U).i32("i32", -5).u64("u64", UINT64_MAX).i64("i64", INT64_MIN);
    writer.f32("f32", 0.25F).f64("f64", 1e-300).boolean("yes", true).boolean("no", false);
    writer.texts("texts", tokens).floats("floats", scores).integers("integers", kinds);
    writer.integers("tokenizer.ggml.scores", kinds);
    writer.tensorF32("one", {4, 2}, eightFloats).tensorF32("two", {3}, std::span(eightFloats).first(3));
    return writer;
}

std::filesystem::path partPath(const QTemporaryDir& folder, int part, int count) {
    return folder.filePath(QString::asprintf("model-%05d-of-%05d.gguf", part, count)).toStdString();
}

/// A part with one tensor {1, number, 0}.
void savePart(const std::filesystem::path& path, uint16_t number, uint16_t count, const char* tensor,
              int total = 3) {
    const std::vector<float> values{1, static_cast<float>(number), 0};
    GgufWriter writer;
    writer.text("general.architecture", "llama").u16("split.no", number).u16("split.count", count);
    writer.i32("split.tensors.count", total).tensorF32(tensor, {3}, values).save(path);
}

std::vector<float> floatsOf(const GgufFile& file, std::string_view name) {
    const auto* tensor = file.findTensor(name);
    std::vector<float> values(tensor->elements());
    file.read(*tensor, 0, std::as_writable_bytes(std::span(values)));
    return values;
}

}  // namespace

class GgufTest : public QObject {
    Q_OBJECT

private slots:
    void valuesOfEveryTypeAreRead() {
        const auto file = GgufFile::parse(sample().image());
        QCOMPARE(file.version(), 3U);
        QCOMPARE(file.metadata().size(), size_t{17});
        QCOMPARE(file.metadata()[1].first, std::string("u8"));
        QCOMPARE(file.getString("general.architecture"), std::string("llama"));
        QCOMPARE(file.getUint("u8"), uint64_t{200});
        QCOMPARE(file.getInt("i8"), int64_t{-100});
        QCOMPARE(file.getUint("u16"), uint64_t{60000});
        QCOMPARE(file.getInt("i16"), int64_t{-30000});
        QCOMPARE(file.getInt("u32"), int64_t{4000000000});
        QCOMPARE(file.getInt("i32"), int64_t{-5});
        QCOMPARE(file.getUint("u64"), UINT64_MAX);
        QCOMPARE(file.getInt("i64"), INT64_MIN);
        QCOMPARE(file.getFloat("f32"), 0.25);
        QCOMPARE(file.getFloat("f64"), 1e-300);
        QCOMPARE(file.getFloat("u8"), 200.0);
        QCOMPARE(file.getFloat("i32"), -5.0);
        QCOMPARE(file.getBool("yes"), true);
        QCOMPARE(file.getBool("no"), false);
        QCOMPARE(*file.getStrings("texts"), (GgufValue::Strings{"a", "", "\xC3\xA4", "\xFF"}));
        QCOMPARE(*file.getFloats("floats"), (GgufValue::Floats{0.5F, -1}));
        QCOMPARE(*file.getIntegers("integers"), (GgufValue::Integers{1, -2, 3}));
        QCOMPARE(*file.getFloats("tokenizer.ggml.scores"), (GgufValue::Floats{1, -2, 3}));
        QVERIFY(file.find("texts")->isArray() && !file.find("u8")->isArray());
    }

    void absentKeysAreNull() {
        const auto file = GgufFile::parse(sample().image());
        QVERIFY(file.find("x") == nullptr && !file.getString("x") && !file.getUint("x") && !file.getInt("x"));
        QVERIFY(!file.getFloat("x") && !file.getBool("x") && !file.getStrings("x") && !file.getFloats("x"));
        QVERIFY(!file.getIntegers("x") && file.findTensor("x") == nullptr);
    }

    void wrongTypesNameTheKey() {
        const auto file = GgufFile::parse(sample().image());
        const std::optional<Error> errors[] = {
            errorOf([&] { (void)file.getString("i8"); }),  errorOf([&] { (void)file.getUint("i8"); }),
            errorOf([&] { (void)file.getFloats("i8"); }),  errorOf([&] { (void)file.getBool("i8"); }),
            errorOf([&] { (void)file.getStrings("i8"); }), errorOf([&] { (void)file.getIntegers("i8"); }),
        };
        for (const auto& error : errors) {
            QVERIFY(error);
            QCOMPARE(error->code(), ErrorCode::BadFile);
            QVERIFY(QString(error->what()).contains("\"i8\""));
        }
        QVERIFY(errorOf([&] { (void)file.getInt("u64"); }));
        QVERIFY(errorOf([&] { (void)file.getInt("f32"); }));
        QVERIFY(errorOf([&] { (void)file.getFloat("yes"); }));
        QVERIFY(errorOf([&] { (void)file.getUint("yes"); }));
    }

    void tensorsAreRead() {
        const auto file = GgufFile::parse(sample().image());
        QCOMPARE(file.tensors().size(), size_t{2});
        const auto& one = file.tensors()[0];
        QCOMPARE(one.shape, (std::vector<uint64_t>{4, 2}));
        QCOMPARE(one.elements(), uint64_t{8});
        QCOMPARE(one.sizeBytes, uint64_t{32});
        QCOMPARE(floatsOf(file, "one"), eightFloats);
        QCOMPARE(floatsOf(file, "two"), (std::vector<float>{1, 2, 3}));
        float third = 0;
        file.read(one, 8, std::as_writable_bytes(std::span(&third, 1)));
        QCOMPARE(third, 3.0F);
        std::byte byte{};
        const auto past = errorOf([&] { file.read(one, 32, std::span(&byte, 1)); });
        QVERIFY(past && past->code() == ErrorCode::BadInput);
        QVERIFY(errorOf([&] { file.read(one, UINT64_MAX, std::span(&byte, 1)); }));
    }

    void versionTwoAndOtherAlignmentsAreRead() {
        GgufWriter writer(2);
        writer.u32("general.alignment", 256).alignTo(256);
        writer.tensorF32("one", {3}, std::span(eightFloats).first(3)).tensorF32("two", {8}, eightFloats);
        const auto file = GgufFile::parse(writer.image());
        QCOMPARE(file.version(), 2U);
        QCOMPARE(file.findTensor("two")->offset % 256, uint64_t{0});
        QCOMPARE(floatsOf(file, "two"), eightFloats);
    }

    void filesWithoutTensorsAreRead() {
        QVERIFY(GgufFile::parse(GgufWriter().text("general.architecture", "x").image()).tensors().empty());
        QVERIFY(GgufFile::parse(GgufWriter().image()).metadata().empty());
    }

    void unopenableFilesGiveTheReason() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        for (const auto& bad : {path, path / "missing.gguf", std::filesystem::path("/dev/null")}) {
            const auto error = errorOf([&] { (void)GgufFile::open(bad); });
            QVERIFY(error);
            QCOMPARE(error->code(), ErrorCode::Io);
        }
    }

    void aFileThatShrinksIsAnError() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "m.gguf";
        sample().save(path);
        const auto file = GgufFile::open(path);
        QCOMPARE(floatsOf(file, "one"), eightFloats);
        QCOMPARE(file.sizeBytes(), std::filesystem::file_size(path));
        std::filesystem::resize_file(path, 64);
        const auto error = errorOf([&] { (void)floatsOf(file, "one"); });
        QVERIFY(error);
        QCOMPARE(error->code(), ErrorCode::Io);
    }

    void severalThreadsMayRead() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "m.gguf";
        sample().save(path);
        const auto file = GgufFile::open(path);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 200; ++i)
                    if (floatsOf(file, "one") != eightFloats) ++wrong;
            });
        for (auto& thread : threads) thread.join();
        QCOMPARE(wrong.load(), 0);
    }

    void splitModelsOpenTogether() {
        QTemporaryDir folder;
        const auto name = [&](int part, int count) { return partPath(folder, part, count); };
        savePart(name(1, 3), 0, 3, "a");
        savePart(name(2, 3), 1, 3, "b");
        savePart(name(3, 3), 2, 3, "c");
        const auto file = GgufFile::open(name(1, 3));
        QCOMPARE(file.tensors().size(), size_t{3});
        QCOMPARE(file.findTensor("c")->file, 2U);
        QCOMPARE(floatsOf(file, "a"), (std::vector<float>{1, 0, 0}));
        QCOMPARE(floatsOf(file, "b"), (std::vector<float>{1, 1, 0}));
        QCOMPARE(floatsOf(file, "c"), (std::vector<float>{1, 2, 0}));
        QCOMPARE(file.sizeBytes(), 3 * std::filesystem::file_size(name(1, 3)));
    }

    void splitModelsThatLieAreRefused() {
        const auto refusal = [](auto prepare) {
            QTemporaryDir folder;
            savePart(partPath(folder, 1, 3), 0, 3, "a");
            savePart(partPath(folder, 2, 3), 1, 3, "b");
            savePart(partPath(folder, 3, 3), 2, 3, "c");
            const auto path = prepare(folder);
            const auto error = errorOf([&] { (void)GgufFile::open(path); });
            return error ? QString(error->what()) : QString();
        };
        using Folder = const QTemporaryDir&;
        namespace fs = std::filesystem;
        const auto first = [](Folder folder) { return partPath(folder, 1, 3); };
        QVERIFY(
            refusal([](Folder f) { return partPath(f, 2, 3); }).contains("open model-00001-of-00003.gguf"));
        QVERIFY(refusal([&](Folder f) {
                    return fs::remove(partPath(f, 2, 3)), first(f);
                }).contains("No such file"));
        QVERIFY(refusal([](Folder f) {
                    fs::rename(partPath(f, 1, 3), partPath(f, 1, 2));
                    return partPath(f, 1, 2);
                }).contains("original names"));
        QVERIFY(refusal([](Folder f) {
                    const auto other = partPath(f, 1, 3).parent_path() / "renamed.gguf";
                    fs::rename(partPath(f, 1, 3), other);
                    return other;
                }).contains("original names"));
        QVERIFY(refusal([](Folder f) {
                    fs::rename(partPath(f, 1, 3), partPath(f, 3, 3));
                    return partPath(f, 3, 3);
                }).contains("original names"));
        QVERIFY(refusal([&](Folder f) {
                    return savePart(partPath(f, 2, 3), 2, 3, "b"), first(f);
                }).contains("not part 2"));
        QVERIFY(refusal([&](Folder f) {
                    return savePart(partPath(f, 2, 3), 1, 2, "b"), first(f);
                }).contains("not part 2"));
        QVERIFY(refusal([&](Folder f) {
                    return savePart(partPath(f, 2, 3), 1, 3, "a"), first(f);
                }).contains("two of its parts"));
        QVERIFY(refusal([&](Folder f) {
                    return savePart(partPath(f, 1, 3), 0, 3, "a", 4), first(f);
                }).contains("should hold 4"));
        QVERIFY(refusal([&](Folder f) {
                    return savePart(partPath(f, 1, 3), 0, 65535, "a"), first(f);
                }).contains("65535 parts"));
        QVERIFY(refusal([&](Folder f) {
                    return savePart(partPath(f, 1, 3), 0, 1, "a"), first(f);
                }).contains("metadata says one"));
        QVERIFY(refusal([&](Folder f) {
                    return sample().save(partPath(f, 2, 3)), first(f);
                }).contains("not part 2"));
    }

    void everyFileOfTheReferencePackOpens() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        int opened = 0;
        for (const char* folder : {"tiny", "quant"})
            for (const auto& entry : std::filesystem::directory_iterator(pack / folder)) {
                if (entry.path().extension() != ".gguf") continue;
                const auto file = GgufFile::open(entry.path());
                QVERIFY(file.getString("general.architecture"));
                QVERIFY(!file.tensors().empty());
                for (const auto& tensor : file.tensors()) {
                    std::vector<std::byte> bytes(tensor.sizeBytes);
                    file.read(tensor, 0, bytes);
                }
                ++opened;
            }
        QVERIFY(opened > 30);
    }

    void theStarterModelOpens() {
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        const auto file = GgufFile::open(model);
        QCOMPARE(file.getString("general.architecture"), std::string("llama"));
        QCOMPARE(file.getUint("llama.block_count"), uint64_t{30});
        QCOMPARE(file.getStrings("tokenizer.ggml.tokens")->size(), size_t{49152});
    }
};

QTEST_APPLESS_MAIN(GgufTest)
#include "tst_gguf.moc"

#include <QtTest>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "format/model_report.h"
#include "support/gguf_writer.h"

using namespace hearth;

namespace {

GgufFile sample() {
    const std::vector<std::string> tokens(100, "t\xFF");
    const std::vector<int32_t> few{1, 2, 3};
    const std::vector<float> floats(64, 1);
    test::GgufWriter writer;
    writer.text("general.architecture", "llama")
        .text("general.name", "A\nB\x1B[31m")
        .u32("llama.block_count", 7);
    writer.f32("odd", std::numeric_limits<float>::infinity()).texts("tokens", tokens).integers("few", few);
    writer.text("long", std::string(500, 'x')).boolean("flag", true);
    writer.tensorF32("token_embd.weight", {16, 4}, floats).tensorF32("output_norm.weight", {64}, floats);
    return GgufFile::parse(writer.image());
}

template <typename Print>
std::string printed(Print print) {
    std::ostringstream out;
    print(sample(), out);
    return out.str();
}

}  // namespace

class ModelReportTest : public QObject {
    Q_OBJECT

private slots:
    void theListingNamesEverything() {
        const auto text = QString::fromStdString(printed(format::printModelListing));
        for (const char* part : {"Architecture  \"llama\"", "Parameters    128 in 2 tensors", "embedding",
                                 "norms", "50.0 %", "llama.block_count = 7", "few = [1, 2, 3]", "flag = true",
                                 "100 in all", "16 x 4", "(500 bytes)", "odd = inf"})
            QVERIFY2(text.contains(part), part);
    }

    /// A file cannot send commands to the terminal.
    void controlCharactersAreEscaped() {
        const auto text = printed(format::printModelListing);
        QVERIFY(text.find("A\\nB\\x1B[31m") != std::string::npos);
        for (const char c : text) QVERIFY(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
    }

    void theJsonHoldsTheSame() {
        const auto root = nlohmann::json::parse(
            format::describeModel(sample()).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
        QCOMPARE(root["version"].get<int>(), 3);
        QCOMPARE(root["parameters"]["total"].get<int>(), 128);
        QCOMPARE(root["parameters"]["embedding"].get<int>(), 64);
        QCOMPARE(root["types"]["F32"]["tensors"].get<int>(), 2);
        QCOMPARE(root["types"]["F32"]["bytes"].get<int>(), 512);
        QCOMPARE(root["metadata"]["llama.block_count"].get<int>(), 7);
        QCOMPARE(root["metadata"]["odd"].get<std::string>(), std::string("inf"));
        QCOMPARE(root["metadata"]["few"].get<std::vector<int>>(), (std::vector{1, 2, 3}));
        QCOMPARE(root["metadata"]["tokens"].size(), size_t{100});
        QCOMPARE(root["tensors"][0]["name"].get<std::string>(), std::string("token_embd.weight"));
        QCOMPARE(root["tensors"][0]["shape"].get<std::vector<int>>(), (std::vector{16, 4}));
        QCOMPARE(root["tensors"][1]["bytes"].get<int>(), 256);
    }
};

QTEST_APPLESS_MAIN(ModelReportTest)
#include "tst_model_report.moc"

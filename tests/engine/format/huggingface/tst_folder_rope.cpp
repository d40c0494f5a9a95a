#include <QtTest>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

namespace {

using Json = nlohmann::json;

struct Rope {
    GgufTables tables{};
    std::vector<ExtraTensor> extras{};

    Rope(const Json& config, HeadColumns columns, const char* architecture = "llama") {
        MetadataTable table(tables, architecture);
        addRope(config, columns, table, extras);
    }
    /// NaN when the key is not there.
    double number(const std::string& key) const {
        for (const auto& [name, value] : tables.metadata) {
            if (!name.ends_with("." + key)) continue;
            if (const auto* count = std::get_if<uint64_t>(&value.storage()))
                return static_cast<double>(*count);
            if (const auto* real = std::get_if<double>(&value.storage())) return *real;
        }
        return NAN;
    }
};

}  // namespace

/// The numbers are those of transformers' modeling_rope_utils.py.
class TestFolderRope : public QObject {
    Q_OBJECT

private slots:
    void magnitudeOfYarn_data() {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<double>("wanted");  // of the rotated columns, by transformers
        const double usual = 0.1 * std::log(8.0) + 1;
        QTest::newRow("plain") << QByteArray("{}") << usual;
        QTest::newRow("stated") << QByteArray(R"({"attention_factor": 0.5})") << 0.5;
        QTest::newRow("both") << QByteArray(R"({"mscale": 2.0, "mscale_all_dim": 0.5})")
                              << (0.2 * std::log(8.0) + 1) / (0.05 * std::log(8.0) + 1);
        QTest::newRow("one of them is 0") << QByteArray(R"({"mscale": 2.0, "mscale_all_dim": 0})") << usual;
        QTest::newRow("one of them alone") << QByteArray(R"({"mscale_all_dim": 2.0})") << usual;
    }
    void magnitudeOfYarn() {
        QFETCH(QByteArray, settings);
        QFETCH(double, wanted);
        Json rope = Json::parse(settings.toStdString());
        rope.update({{"rope_type", "yarn"}, {"factor", 8.0}, {"original_max_position_embeddings", 64}});
        const Rope made(Json{{"rope_parameters", rope}}, {32, 32});
        const double given = std::isnan(made.number("rope.scaling.attn_factor"))
                                 ? 1.0
                                 : made.number("rope.scaling.attn_factor");
        QVERIFY(std::abs(given * (0.1 * std::log(8.0) + 1) - wanted) < 1e-12);
        QCOMPARE(made.number("rope.scaling.original_context_length"), 64.0);
    }

    void latentAttentionScalesItsScores() {
        const Json rope{{"type", "yarn"},
                        {"factor", 40.0},
                        {"original_max_position_embeddings", 4096},
                        {"mscale", 1.0},
                        {"mscale_all_dim", 1.0}};
        const Rope made(Json{{"rope_scaling", rope}, {"rope_theta", 10000}}, {64, 64}, "deepseek2");
        QVERIFY(std::abs(made.number("rope.scaling.yarn_log_multiplier") - 0.1) < 1e-12);
        QVERIFY(std::isnan(made.number("rope.scaling.attn_factor")));
    }

    void factorOfYarnMayFollowFromTheLengths() {
        const Json rope{
            {"rope_type", "yarn"}, {"factor", nullptr}, {"original_max_position_embeddings", 100}};
        const Rope made(Json{{"rope_parameters", rope}, {"max_position_embeddings", 400}}, {32, 32});
        QCOMPARE(made.number("rope.scaling.factor"), 4.0);
    }

    void statedFactorOfLongRopeWins() {
        Json rope{{"rope_type", "longrope"},
                  {"original_max_position_embeddings", 16},
                  {"long_factor", {1.0, 2.0}},
                  {"short_factor", {1.0, 1.0}}};
        const Json config{{"rope_parameters", rope}, {"max_position_embeddings", 64}};
        QVERIFY(std::abs(Rope(config, {4, 4}).number("rope.scaling.attn_factor") - std::sqrt(1.5)) < 1e-12);
        rope["factor"] = 16.0;
        const Rope stated(Json{{"rope_parameters", rope}, {"max_position_embeddings", 64}}, {4, 4});
        QVERIFY(std::abs(stated.number("rope.scaling.attn_factor") - std::sqrt(2.0)) < 1e-12);
        QCOMPARE(stated.extras.size(), size_t{2});
    }

    void proportionalRotationLeavesTheRestOfTheHalves() {
        const Json config = Json::parse(
            R"({"rope_parameters": {"full_attention": {"rope_type": "proportional", "rope_theta": 1e6,
                "partial_rotary_factor": 0.25}, "sliding_attention": {"rope_type": "default",
                "rope_theta": 1e4}}})");
        const Rope made(config, {16, 8});
        QCOMPARE(made.number("rope.dimension_count"), 16.0);
        QCOMPARE(made.number("rope.dimension_count_swa"), 8.0);
        QCOMPARE(made.number("rope.freq_base_swa"), 1e4);
        QCOMPARE(made.extras.at(0).values,
                 (std::vector<float>{1, 1, 1e30F, 1e30F, 1e30F, 1e30F, 1e30F, 1e30F}));
    }

    void sectionsOfPairs() {
        const auto sections = [](const char* rope) {
            const Rope made(Json{{"rope_scaling", Json::parse(rope)}}, {16, 16});
            for (const auto& [name, value] : made.tables.metadata)
                if (name == "llama.rope.dimension_sections")
                    return std::get<GgufValue::Integers>(value.storage());
            return GgufValue::Integers();
        };
        QCOMPARE(sections(R"({"type": "mrope", "mrope_section": [2, 3, 3]})"),
                 (GgufValue::Integers{2, 3, 3}));
        QVERIFY(sections(R"({"type": "default"})").empty());
        QVERIFY(sections(R"({"type": "mrope", "mrope_section": [2, 3]})").empty());
    }

    void refusesWhatItDoesNotKnow() {
        const auto fails = [](const char* rope) {
            try {
                const Rope made(Json{{"rope_parameters", Json::parse(rope)}}, {8, 8});
            } catch (const Error& error) {
                return std::optional(error.code());
            }
            return std::optional<ErrorCode>();
        };
        QCOMPARE(fails(R"({"rope_type": "spiral"})"), std::optional(ErrorCode::Unsupported));
        QCOMPARE(fails(R"({"rope_type": "longrope"})"), std::optional(ErrorCode::BadFile));
        QCOMPARE(fails(R"({"partial_rotary_factor": 2})"), std::optional(ErrorCode::BadFile));
        QCOMPARE(fails(R"({"rope_type": "yarn", "original_max_position_embeddings": 0})"),
                 std::optional(ErrorCode::BadFile));
        QCOMPARE(fails("[]"), std::optional(ErrorCode::BadFile));
        QVERIFY(!fails(R"({"rope_type": "default", "mrope_section": [1, 1, 2]})"));
    }
};

QTEST_APPLESS_MAIN(TestFolderRope)
#include "tst_folder_rope.moc"

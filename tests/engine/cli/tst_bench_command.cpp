#include <QtTest>

#include "command_line.h"
#include "tiny_reference.h"

using namespace hearth::test;
using Json = nlohmann::json;

class BenchCommandTest : public QObject {
    Q_OBJECT

    static CommandResult bench(const QStringList& more) {
        return runCommand(QStringList{"bench", "-m", tinyModel(), "-t", "2"} + more);
    }

private slots:
    void figuresAsJson() {
        const auto result = bench({"-p", "48", "-n", "20", "-d", "16", "-r", "3", "--json", "--backend",
                                   "reference", "--kv", "f32"});
        QVERIFY2(result.status == 0, result.error);
        const Json json = Json::parse(result.output.toStdString());
        QCOMPARE(json.at("prompt_tokens"), Json(48));
        QCOMPARE(json.at("generated_tokens"), Json(20));
        QCOMPARE(json.at("depth"), Json(16));
        QCOMPARE(json.at("repetitions"), Json(3));
        QCOMPARE(json.at("backend"), Json("Reference"));
        QVERIFY(json.at("pp_tokens_per_s").get<double>() > 0 && json.at("pp_spread").get<double>() >= 0);
        const double rate = json.at("tg_tokens_per_s"), bytes = json.at("read_bytes_per_s");
        QVERIFY(rate > 0 && json.at("tg_spread").get<double>() >= 0);
        // A decoded token reads every weight (27,000 of four bytes; the head is the embeddings) and the
        // cache: two layers, keys and values of 16, float32, 26 positions at the mean.
        const double weights = 4.0 * (300 * 32 + 2 * (2 * 1024 + 2 * 512 + 3 * 1536 + 64) + 32);
        const double cache = 2.0 * 2 * 16 * 4 * (16 + 10);
        QVERIFY2(bytes / rate > weights + cache - 1 && bytes / rate < 1.1 * (weights + cache),
                 qPrintable(QString::number(bytes / rate)));
        QVERIFY(json.at("measured_bandwidth").get<double>() > 1e8);
        QVERIFY(std::abs(json.at("bandwidth_share").get<double>() -
                         bytes / json.at("measured_bandwidth").get<double>()) < 1e-9);
    }

    void whatIsLeftOutIsNotMeasured() {
        Json json = Json::parse(bench({"-p", "0", "-n", "100", "-r", "1", "--json", "--speculate", "lookup"})
                                    .output.toStdString());
        QVERIFY(json.at("accepted_tokens") <= json.at("drafted_tokens"));
        json = Json::parse(
            bench({"-p", "0", "-n", "100", "-r", "1", "--json", "--draft-model", tinyModel("llama-f32")})
                .output.toStdString());
        QVERIFY(json.at("accepted_tokens") <= json.at("drafted_tokens"));
        json = Json::parse(bench({"-p", "0", "-n", "8", "-r", "1", "--json"}).output.toStdString());
        QCOMPARE(json.at("drafted_tokens"), Json(0));
        QCOMPARE(json.at("pp_tokens_per_s"), Json(0.0));
        QVERIFY(json.at("tg_tokens_per_s").get<double>() > 0);
        json = Json::parse(bench({"-p", "8", "-n", "0", "-r", "1", "--json"}).output.toStdString());
        QVERIFY(json.at("pp_tokens_per_s").get<double>() > 0);
        QVERIFY(!json.contains("read_bytes_per_s"));
    }

    void promptsWithPictures() {
        HEARTH_REQUIRE(golden, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const QString pack = QString::fromStdString((golden / "vision").string());
        const QStringList command{"bench", "-m",      pack + "/qwen3-vl-a/hf",
                                  "-t",    "2",       "--backend",
                                  "cpu",   "-p",      "0",
                                  "-n",    "0",       "-r",
                                  "2",     "--image", pack + "/pictures/fit224.png"};
        const auto result = runCommand(command + QStringList{"--json"});
        QVERIFY2(result.status == 0, result.error);
        const Json figures = Json::parse(result.output.toStdString()).at("pictures");
        const auto made = readJson(golden / "vision/qwen3-vl-a/reference.json")["cases"]["fit224"];
        QCOMPARE(figures.at("prompt_tokens").get<size_t>(), made["ids"].size());
        QVERIFY(figures.at("ratio").get<double>() > 0);
        QVERIFY(runCommand(command).output.contains(" with pictures: "));
        QVERIFY(isOneLineFailure(runCommand(command + QStringList{"--parallel", "2"}), 2));
        QVERIFY(isOneLineFailure(bench({"picture.png"}), 2));
    }

    void repliesAtOnce() {
        const auto result = bench({"-p", "40", "-n", "10", "--parallel", "1,2,5", "--json"});
        QVERIFY2(result.status == 0, result.error);
        const Json all = Json::parse(result.output.toStdString()).at("parallel");
        QCOMPARE(all.size(), size_t(3));
        for (const Json& one : all) {
            QVERIFY(one.at("tokens_per_s").get<double>() > 0);
            QVERIFY(std::abs(one.at("tokens_per_s").get<double>() / one.at("streams").get<double>() -
                             one.at("stream_tokens_per_s").get<double>()) < 1e-6);
            for (const char* times : {"ttft_ms", "itl_ms"}) {
                QVERIFY(one.at(times).at("p50").get<double>() > 0);
                QVERIFY(one.at(times).at("p50") <= one.at(times).at("p99"));
            }
        }
        QCOMPARE(all[2].at("streams"), Json(5));
        for (const char* bad : {"", "0", "1,", "1,x", "65", "-1"})
            QVERIFY2(isOneLineFailure(bench({"--parallel", bad}), 2), bad);
    }

    void theTextForPeople() {
        const auto result = bench({"-p", "16", "-n", "64", "-r", "2", "--no-cache"});
        QVERIFY2(result.status == 0, result.error);
        for (const char* part : {"llama-f32", "pp16:", "tg64:", "tokens/s", "GB/s", "without the cache"})
            QVERIFY2(result.output.contains(part), part);
        QCOMPARE(result.error, QByteArray());
    }

    void wrongUseIsStatusTwo() {
        QVERIFY(isOneLineFailure(runCommand({"bench"}), 2));
        for (const QStringList& words :
             {QStringList{"-r", "0"}, {"-r", "1001"}, {"-p", "-1"}, {"-n", "x"}, {"-d", "2000000000"}})
            QVERIFY2(isOneLineFailure(bench(words), 2), qPrintable(words.join(' ')));
    }

    void badInputIsStatusOne() {
        QVERIFY(isOneLineFailure(runCommand({"bench", "-m", "none"}), 1));
        QVERIFY(isOneLineFailure(bench({"-p", "100", "--ctx", "50"}), 1));
    }
};

QTEST_GUILESS_MAIN(BenchCommandTest)
#include "tst_bench_command.moc"

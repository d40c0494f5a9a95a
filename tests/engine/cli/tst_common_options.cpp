#include "cli/common_options.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <fstream>

#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::cli;

namespace {

constexpr auto all = joinOptions(engineOptionList, samplingOptionList);

Arguments parse(const std::vector<std::string>& words) {
    return Arguments(words, all);
}

}  // namespace

class TestCommonOptions : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

private slots:
    void listsAreJoinedInOrder() {
        QCOMPARE(all.size(), engineOptionList.size() + samplingOptionList.size());
        QCOMPARE(all.front().name, std::string_view("--model"));
        QCOMPARE(all[engineOptionList.size()].name, std::string_view("--temp"));
    }

    void engineOptionsAreTheirWords() {
        const EngineOptions options =
            engineOptions(parse({"-m", "x.gguf", "--backend", "cpu", "-t", "3", "-c", "512", "--kv", "q8_0",
                                 "--gpu-layers", "7"}));
        QCOMPARE(options.model, std::filesystem::path("x.gguf"));
        QCOMPARE(options.backend, std::string("cpu"));
        QCOMPARE(options.threads, 3);
        QCOMPARE(options.contextLength, 512);
        QVERIFY(options.kvType == KvType::Q8_0);
        QCOMPARE(options.gpuLayers, 7);
        const EngineOptions defaults = engineOptions(parse({"-m", "x.gguf"}));
        QCOMPARE(defaults.backend, EngineOptions().backend);
        QVERIFY(defaults.kvType == EngineOptions().kvType);
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)engineOptions(parse({"-t", "3"})));
    }

    void cardsAreAListOfNumbers() {
        const auto optionsOf = [](const std::vector<std::string>& more) {
            std::vector<std::string> words{"-m", "x.gguf"};
            words.insert(words.end(), more.begin(), more.end());
            return engineOptions(parse(words));
        };
        QVERIFY(optionsOf({}).devices.empty());
        const EngineOptions two = optionsOf({"--devices", "1,0"});
        QCOMPARE(two.devices, (std::vector<int>{1, 0}));
        // Naming GPUs is asking for them.
        QCOMPARE(two.backend, std::string("cuda"));
        QCOMPARE(optionsOf({"--devices", "0", "--backend", "cpu"}).backend, std::string("cpu"));
        const auto refusal = [&](const char* word) {
            try {
                (void)optionsOf({"--devices", word});
                return std::string();
            } catch (const UsageError& error) {
                return std::string(error.what());
            }
        };
        for (const char* word : {"", "0,", ",1", "a", "0 1", "-1", "1.5", "99999999999"})
            QCOMPARE(refusal(word),
                     std::string("--devices is a list of numbers of graphics cards, as in 0,1, not \"") +
                         word + "\"");
        QCOMPARE(refusal("0,1,0"),
                 std::string("--devices names the graphics card 0 twice; name each card once"));
    }

    void layersAreSharedAsAskedFor() {
        const auto splitOf = [](const char* how) {
            return engineOptions(parse({"-m", "x.gguf", "--card-split", how})).cardSplit;
        };
        QCOMPARE(engineOptions(parse({"-m", "x.gguf"})).cardSplit, GpuSplit::Auto);
        QCOMPARE(splitOf("auto"), GpuSplit::Auto);
        QCOMPARE(splitOf("layers"), GpuSplit::Layers);
        QCOMPARE(splitOf("products"), GpuSplit::TensorParallel);
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)splitOf("rows"));
    }

    void keysAndValuesMayHaveTypesOfTheirOwn() {
        const auto typesOf = [](const char* word) {
            return engineOptions(parse({"-m", "x.gguf", "--kv", word})).kvType;
        };
        QVERIFY(typesOf("q8_0:q4_0") == KvTypes(KvType::Q8_0, KvType::Q4_0));
        QVERIFY(typesOf("f16:q8_0") == KvTypes(KvType::F16, KvType::Q8_0));
        for (const char* word : {"q8_0:", ":q4_0", "q8_0:q4_0:f16", "q5_0", ""}) {
            try {
                (void)typesOf(word);
                QFAIL(word);
            } catch (const UsageError& error) {
                QCOMPARE(std::string(error.what()),
                         std::string("--kv is f32, f16, q8_0 or q4_0, or two of these for keys and values as "
                                     "in q8_0:q4_0, not \"") +
                             word + "\"");
            }
        }
    }

    void helpAndRefusalsListTheBackends() {
        const auto backend =
            std::ranges::find(engineOptionList, std::string_view("--backend"), &Option::name);
        QCOMPARE(helpText(*backend), std::string("auto, cpu, cuda or reference (default auto)"));
        QCOMPARE(helpText(modelOption), std::string(modelOption.help));
        try {
            (void)engineOptions(parse({"-m", "x.gguf", "--backend", "abacus"}));
            QFAIL("it was taken");
        } catch (const UsageError& error) {
            QCOMPARE(error.what(), "--backend is auto, cpu, cuda or reference, not \"abacus\"");
        }
    }

    void samplingOptionsAreTheirWords() {
        const SamplingParams params = samplingParams(parse({"--temp",
                                                            "0.25",
                                                            "--top-k",
                                                            "7",
                                                            "--top-p",
                                                            "0.5",
                                                            "--min-p",
                                                            "0.125",
                                                            "--repeat-penalty",
                                                            "1.5",
                                                            "--presence-penalty",
                                                            "-1",
                                                            "--frequency-penalty",
                                                            "0.75",
                                                            "--repeat-last-n",
                                                            "-1",
                                                            "--seed",
                                                            "42",
                                                            "-n",
                                                            "9",
                                                            "--stop",
                                                            "a",
                                                            "--stop",
                                                            "b"}));
        QCOMPARE(params.temperature, 0.25F);
        QCOMPARE(params.topK, 7);
        QCOMPARE(params.topP, 0.5F);
        QCOMPARE(params.minP, 0.125F);
        QCOMPARE(params.repeatPenalty, 1.5F);
        QCOMPARE(params.presencePenalty, -1.0F);
        QCOMPARE(params.frequencyPenalty, 0.75F);
        QCOMPARE(params.penaltyLastN, -1);
        QCOMPARE(params.seed, std::optional<uint64_t>(42));
        QCOMPARE(params.maxTokens, 9);
        QCOMPARE(params.stop, (std::vector<std::string>{"a", "b"}));
        QVERIFY(!samplingParams(parse({})).seed);
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)samplingParams(parse({"--temp", "2.5"})));
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)samplingParams(parse({"--top-p", "nan"})));
    }

    void theHelpNamesTheDefaults() {
        const SamplingParams defaults;
        for (const Option& option : samplingOptionList) {
            const QString help =
                QString::fromUtf8(option.help.data(), static_cast<qsizetype>(option.help.size()));
            if (option.name == "--temp")
                QVERIFY(help.contains(QString("default %1").arg(double{defaults.temperature})));
            if (option.name == "--top-k") QVERIFY(help.contains(QString("default %1").arg(defaults.topK)));
            if (option.name == "--top-p")
                QVERIFY(help.contains(QString("default %1").arg(double{defaults.topP})));
            if (option.name == "--min-p")
                QVERIFY(help.contains(QString("default %1").arg(double{defaults.minP})));
        }
    }

    void loadsAnEngine() {
        EngineOptions options;
        options.model = test::tinyModelsFolder() / "llama-f32.gguf";
        options.threads = 1;
        const auto engine = loadEngine(options);
        QCOMPARE(engine->info().modelName, std::string("llama-f32"));
        QCOMPARE(engine->info().contextLength, 256);
    }

    void filesAreReadWhole() {
        const std::string text("a\0b\r\n\xFF", 6);
        std::ofstream(path("in"), std::ios::binary) << text;
        QCOMPARE(readTextFile(path("in")), text);
        std::ofstream(path("empty"), std::ios::binary).flush();
        QCOMPARE(readTextFile(path("empty")), std::string());
        QVERIFY_THROWS_EXCEPTION(Error, (void)readTextFile(path("none")));
        QVERIFY_THROWS_EXCEPTION(Error, (void)readTextFile(m_folder.path().toStdString()));
        // Without an end: refused before it has all the memory.
        QVERIFY_THROWS_EXCEPTION(Error, (void)readTextFile("/dev/zero"));
    }

    void halfAFileOfFloatsIsNotLeft() {
        {
            FloatFile file(path("half"));
            file.write(std::vector<float>{1, 2});
        }
        QVERIFY(!QFile::exists(QString::fromStdString(path("half"))));
        FloatFile file(path("whole"));
        file.write(std::vector<float>{1, 2});
        file.write(std::vector<float>{3});
        file.close();
        QCOMPARE(QFile(QString::fromStdString(path("whole"))).size(), qint64(12));
    }

    void floatsAreWrittenAsTheyAre() {
        const std::vector<float> values = {1.0F, -0.0F, 0.1F};
        writeFloats(path("out"), values);
        QCOMPARE(test::readText(path("out")),
                 std::string("\x00\x00\x80\x3f\x00\x00\x00\x80\xcd\xcc\xcc\x3d", 12));
        QVERIFY_THROWS_EXCEPTION(Error, writeFloats(path("no/folder"), values));
        if (std::filesystem::exists("/dev/full"))
            QVERIFY_THROWS_EXCEPTION(Error, writeFloats("/dev/full", std::vector<float>(1 << 16)));
    }
};

QTEST_APPLESS_MAIN(TestCommonOptions)
#include "tst_common_options.moc"

// The built program with the emulated device as its GPU: what people with one run, down to the kernels.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>

#include "command_line.h"
#include "engine/http/raw_client.h"
#include "support/reference_pack.h"

using hearth::test::runCommand;

class EmulatedCardTest : public QObject {
    Q_OBJECT

    static QString tinyModel(const char* name) {
        return QString::fromStdString((hearth::test::tinyModelsFolder() / name).string()) + ".gguf";
    }

    static std::vector<float> logits(const QString& model, const QStringList& more) {
        const QTemporaryDir folder;
        const QString path = folder.filePath("logits");
        const auto result =
            runCommand(QStringList{"logits", "-m", model, "--tokens", "5,9,13,17,21,25,29,33,37,41,45,49,53",
                                   "--all", "--kv", "f32", "--out", path} +
                       more);
        QFile file(path);
        if (result.status != 0 || !file.open(QFile::ReadOnly)) return {};
        const QByteArray bytes = file.readAll();
        std::vector<float> values(static_cast<size_t>(bytes.size()) / sizeof(float));
        std::memcpy(values.data(), bytes.constData(), values.size() * sizeof(float));
        return values;
    }

private slots:
    void initTestCase() {
        qputenv("HEARTH_CUDA_PLUGIN", HEARTH_BINARY_DIR "/tests/emulated_card/libhearth-cuda.so");
    }

    void doctorFindsItWell() {
        const auto result = runCommand({"doctor", "--json"});
        QCOMPARE(result.status, 0);
        const auto root = QJsonDocument::fromJson(result.output).object();
        QVERIFY(root["healthy"].toBool());
        const auto cards = root["gpu"].toArray();
        QCOMPARE(cards.size(), 1);
        QCOMPARE(cards.at(0)["name"].toString(), QString("Emulated device"));
        for (const char* rate :
             {"read_bytes_per_s", "copy_bytes_per_s", "to_device_bytes_per_s", "to_host_bytes_per_s"})
            QVERIFY2(cards.at(0)["bandwidth"][rate].toDouble() > 0, rate);
        const auto operations = cards.at(0)["operations"].toArray();
        QVERIFY(operations.size() > 60);
        for (const QJsonValue operation : operations)
            QVERIFY2(operation["passed"].toBool(), qPrintable(operation["name"].toString()));
    }

    /// A reranker, whose rows see both ways, and a chat model that scores.
    void scoresPairsOfTexts() {
        for (const char* name : {"bert-reranker", "modernbert-reranker", "Qwen3-Reranker"}) {
            const auto folder = hearth::test::tinyModelsFolder().parent_path() / "embeddings" / name;
            const auto expected = hearth::test::readJson(folder / "expected.json");
            for (const size_t pair : {size_t{0}, size_t{4}}) {
                const auto texts = expected.at("pairs")[pair].get<std::vector<std::string>>();
                const auto result = runCommand({"rerank", "-m", QString::fromStdString(folder.string()),
                                                "--backend", "cuda", QString::fromStdString(texts[0])},
                                               QByteArray::fromStdString(texts[1] + "\n"));
                QVERIFY2(result.status == 0, result.error);
                const double wanted = expected.at("scores")[pair].get<double>();
                QVERIFY2(std::abs(result.output.toDouble() - wanted) < 0.01, result.output);
            }
        }
    }

    /// Memory reserved at load, and the size that the cache may grow to.
    void inspectSaysWhatTheCacheTakesAtLoad() {
        for (const char* name : {"llama-f32", "qwen3-f16"}) {
            const auto result = runCommand({"inspect", tinyModel(name), "--backend", "cuda", "--json"});
            QCOMPARE(result.status, 0);
            const auto memory = QJsonDocument::fromJson(result.output).object()["memory"].toObject();
            QCOMPARE(memory["layers_on_device"].toInt(), 2);
            QVERIFY(memory["kv_bytes"].toDouble() > 0);
            QCOMPARE(memory["kv_bytes_taken_at_load"].toDouble(-1), 0.0);
        }
    }

    void benchSaysHowMuchOfAModelIsOnIt() {
        for (const int layers : {1, 2}) {
            const auto result =
                runCommand({"bench", "-m", tinyModel("llama-f32"), "-p", "8", "-n", "4", "-r", "1", "--json",
                            "--backend", "cuda", "--gpu-layers", QString::number(layers)});
            QCOMPARE(result.status, 0);
            const auto json = QJsonDocument::fromJson(result.output).object();
            QCOMPARE(json["backend"].toString(), QString("GPU"));
            QCOMPARE(json["layers"].toInt(), 2);
            QCOMPARE(json["layers_on_gpu"].toInt(), layers);
        }
    }

    void cleanup() {
        for (const char* name : {"HEARTH_EMULATED_CARDS", "HEARTH_EMULATED_LOSS", "HEARTH_EMULATED_PEERS"})
            qunsetenv(name);
    }

    static QJsonArray cardsOf(const QStringList& more) {
        const auto result =
            runCommand(QStringList{"inspect", tinyModel("llama-f32"), "--backend", "cuda", "--json"} + more);
        const auto root = QJsonDocument::fromJson(result.output).object();
        return root["memory"]["cards"].toArray();
    }

    /// A mixture that is some hundred kilobytes larger than the GPU: the same tokens, and figures.
    void aMixtureLargerThanTheCardSaysWhatItCopied() {
        HEARTH_REQUIRE(pack, hearth::test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const QString model = QString::fromStdString((pack / "tiny" / "qwen3moe.gguf").string());
        const QStringList common{"-m", model, "--backend", "cuda", "--ctx", "64", "--json"};
        const auto run = [&](int mib, const QStringList& command) {
            qputenv("HEARTH_EMULATED_CARDS", QByteArray::number(mib));
            return QJsonDocument::fromJson(runCommand(command + common).output).object();
        };
        int mib = 384;
        while (++mib < 400 && !run(mib, {"inspect"})["memory"].toObject().contains("experts_on_card"))
            continue;
        const QStringList reply{"run", "--raw", "-p", "the house is warm", "-n", "6", "--temp", "0"};
        const auto small = run(mib, reply), large = run(2048, reply);
        QVERIFY(!small["tokens"].toArray().isEmpty());
        QCOMPARE(small["tokens"], large["tokens"]);
        QVERIFY(!large.contains("experts"));
        const auto experts = small["experts"].toObject();
        QVERIFY(experts["experts_on_card"].toInt() < experts["experts"].toInt());
        QVERIFY(experts["hits"].toInt() > 0 && experts["misses"].toInt() > 0);
        QVERIFY(experts["copied_bytes"].toDouble() > 0);
        const auto bench = run(mib, {"bench", "-p", "8", "-n", "4", "-r", "1"});
        QVERIFY(bench["experts"].toObject()["hit_rate"].toDouble() > 0);
    }

    void doctorListsEveryCard() {
        qputenv("HEARTH_EMULATED_CARDS", "2048,1024");
        const auto result = runCommand({"doctor", "--json"});
        QCOMPARE(result.status, 0);
        const auto cards = QJsonDocument::fromJson(result.output).object()["gpu"].toArray();
        QCOMPARE(cards.size(), 2);
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(cards.at(i)["number"].toInt(-1), i);
            QCOMPARE(cards.at(i)["memory_bytes"].toDouble(), static_cast<double>(qint64{2048 >> i} << 20));
            QVERIFY(cards.at(i)["free_bytes"].toDouble() > 0);
        }
    }

    /// The roomiest of equally quick GPUs, or those that were named.
    void cardsAreChosen() {
        qputenv("HEARTH_EMULATED_CARDS", "1024,2048");
        const QJsonArray own = cardsOf({});
        QCOMPARE(own.size(), 1);
        QCOMPARE(own.at(0)["number"].toInt(), 1);
        QCOMPARE(cardsOf({"--devices", "0"}).at(0)["number"].toInt(-1), 0);
        const QJsonArray both = cardsOf({"--devices", "0,1"});
        QCOMPARE(both.size(), 2);
        QCOMPARE(both.at(0)["number"].toInt(-1), 0);
        QCOMPARE(both.at(1)["number"].toInt(-1), 1);
        for (const QJsonValue card : both) QCOMPARE(card["layers"].toInt(), 1);
    }

    /// Two GPUs of which each has a part of every layer: nearly the same numbers, and the same text.
    void equalCardsShareLayers() {
        qputenv("HEARTH_EMULATED_CARDS", "2048,2048");
        const QString model = tinyModel("llama-f32");
        const auto one = logits(model, {"--devices", "0"});
        const auto both = logits(model, {"--devices", "0,1"});
        QVERIFY(!one.empty());
        QCOMPARE(both.size(), one.size());
        float worst = 0;
        for (size_t i = 0; i < one.size(); ++i) worst = std::max(worst, std::abs(both[i] - one[i]));
        QVERIFY2(worst > 0 && worst < 1e-4F, qPrintable(QString::number(worst)));
        QByteArray texts[2];
        for (const int cards : {1, 2}) {
            const auto result = runCommand({"run", "-m", model, "--raw", "-p", "Once", "-n", "30", "--temp",
                                            "0", "--devices", cards == 1 ? "0" : "0,1"});
            QCOMPARE(result.status, 0);
            texts[cards - 1] = result.output;
        }
        QVERIFY(!texts[0].isEmpty());
        QCOMPARE(texts[1], texts[0]);
        // Without a way between them sums are not worth it, unless they are asked for.
        qputenv("HEARTH_EMULATED_PEERS", "0");
        const auto layers = logits(model, {"--devices", "0,1"});
        QVERIFY(std::memcmp(layers.data(), one.data(), one.size() * sizeof(float)) == 0);
        const auto asked = logits(model, {"--devices", "0,1", "--card-split", "products"});
        QVERIFY(std::memcmp(asked.data(), both.data(), both.size() * sizeof(float)) == 0);
    }

    void whatCannotBeChosenIsOneSentence_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QByteArray>("loss");
        QTest::newRow("no such card") << QStringList{"--devices", "0,2"}
                                      << "hearth-cli: There is no graphics card number 2 (Hearth sees 2, and "
                                         "counts from 0); choose another one.\n"
                                      << QByteArray();
        QTest::newRow("none of the processor")
            << QStringList{"--devices", "0", "--backend", "cpu"}
            << "hearth-cli: The cpu backend works on no graphics cards that could be chosen; name another "
               "backend, or no cards.\n"
            << QByteArray();
        QTest::newRow("lost")
            << QStringList{"--devices", "0,1"}
            << "hearth-cli: The graphics card Emulated device (number 1) stopped working for this program "
               "(unspecified launch failure); restart Hearth to use it again, or choose other cards.\n"
            << QByteArray("1:40");
        QTest::newRow("one of two that share layers is lost")
            << QStringList{"--devices", "0,1"}
            << "hearth-cli: The graphics card Emulated device (number 0) stopped working for this program "
               "(unspecified launch failure); restart Hearth to use it again, or choose other cards.\n"
            << QByteArray("0:50");
        QTest::newRow("lost before it began")
            << QStringList{"--devices", "1"}
            << "hearth-cli: The graphics card Emulated device (number 1) stopped working for this program "
               "(unspecified launch failure); restart Hearth to use it again, or choose other cards.\n"
            << QByteArray("1:0");
    }
    void whatCannotBeChosenIsOneSentence() {
        QFETCH(QStringList, more);
        QFETCH(QString, sentence);
        QFETCH(QByteArray, loss);
        qputenv("HEARTH_EMULATED_CARDS", loss == "0:50" ? "2048,2048" : "1024,2048");
        qputenv("HEARTH_EMULATED_LOSS", loss);
        const auto result = runCommand(QStringList{"run", "-m", tinyModel("llama-f32"), "--raw", "-p", "Once",
                                                   "-n", "60", "--temp", "0"} +
                                       more);
        QCOMPARE(result.status, 1);
        QCOMPARE(QString::fromUtf8(result.error), sentence);
    }

    static void losses(const QList<bool>& folders) {
        QTest::addColumn<bool>("folder");
        QTest::addColumn<QByteArray>("cards");
        QTest::addColumn<QByteArray>("loss");
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("where");  // it goes on
        const auto row = [](bool folder, const char* name) -> QTestData& {
            return QTest::addRow("%s%s", name, folder ? ", a folder of models" : "") << folder;
        };
        const QStringList both{"--devices", "0,1"};
        for (const bool folder : folders) {
            row(folder, "the only card")
                << QByteArray("1024") << QByteArray("0:60") << QStringList() << "CPU";
            row(folder, "one of two with layers of their own")
                << QByteArray("1024,2048") << QByteArray("1:60") << both << "GPU";
            row(folder, "one of two that share layers")
                << QByteArray("2048,2048") << QByteArray("0:60") << both << "GPU";
            row(folder, "one of two, nobody chose")
                << QByteArray("1024,2048") << QByteArray("1:60") << QStringList() << "GPU";
        }
    }
    /// Reply of the processor to a prompt.
    static QString expectedReply(const QStringList& prompt) {
        const auto result = runCommand(
            QStringList{"run", "-m", tinyModel("llama-f32"), "--backend", "cpu", "-n", "40", "--temp", "0"} +
            prompt);
        return QString::fromUtf8(result.output).chopped(1);
    }
    static bool saysWhereItGoesOn(const QString& error, const QString& where) {
        static const QRegularExpression stopped(
            "The graphics card (Emulated device \\(number \\d\\) )?"
            "stopped working for this program[^\n]*\n");
        const auto match = stopped.match(error);
        return match.hasMatch() && error.indexOf(" now runs on " + where + " (", match.capturedEnd()) >= 0;
    }

    void aChatGoesOnWhenACardIsLost_data() { losses({false}); }
    /// The reply begins anew, and so the next one is what it would have been.
    void aChatGoesOnWhenACardIsLost() {
        QFETCH(QByteArray, cards);
        QFETCH(QByteArray, loss);
        QFETCH(QStringList, more);
        QFETCH(QString, where);
        const QStringList chat{"chat", "-m", tinyModel("llama-f32"), "-n", "40", "--temp", "0"};
        const QByteArray lines = "Once upon a time\nAnd then?\n";
        const auto expected = runCommand(chat + QStringList{"--backend", "cpu"}, lines);
        QCOMPARE(expected.status, 0);
        qputenv("HEARTH_EMULATED_CARDS", cards);
        qputenv("HEARTH_EMULATED_LOSS", loss);
        const auto result = runCommand(chat + more, lines);
        QVERIFY2(result.status == 0, result.error);
        QVERIFY2(saysWhereItGoesOn(result.error, where), result.error);
        // The output up to that point comes first.
        QVERIFY(result.output.size() > expected.output.size());
        QVERIFY(result.output.endsWith("\n" + expected.output));
        QVERIFY(expected.output.startsWith(
            result.output.first(result.output.size() - expected.output.size() - 1)));
    }

    void aServerGoesOnWhenACardIsLost_data() { losses({false, true}); }
    /// The request under way hears why it fails, the next one is answered.
    void aServerGoesOnWhenACardIsLost() {
        QFETCH(QByteArray, cards);
        QFETCH(QByteArray, loss);
        QFETCH(QStringList, more);
        QFETCH(QString, where);
        QFETCH(bool, folder);
        const QString expected = expectedReply({"--raw", "-p", "Once"});
        QVERIFY(!expected.isEmpty());
        qputenv("HEARTH_EMULATED_CARDS", cards);
        qputenv("HEARTH_EMULATED_LOSS", loss);
        const QTemporaryDir models;
        QVERIFY(QFile::copy(tinyModel("llama-f32"), models.filePath("tiny.gguf")));
        QProcess server;
        server.start(
            QCoreApplication::applicationDirPath() + "/../bin/hearth-cli",
            QStringList{"serve", "--port", "0", "-t", "1", "--responses", models.filePath("responses")} +
                (folder ? QStringList{"--models", models.path()}
                        : QStringList{"-m", models.filePath("tiny.gguf")}) +
                more);
        QString said;
        static const QRegularExpression listens("listening on http://.*:(\\d+)\n");
        while (!listens.match(said).hasMatch() && server.waitForReadyRead(60'000))
            said += QString::fromUtf8(server.readAllStandardOutput());
        const auto port = listens.match(said).captured(1).toUShort();
        QVERIFY2(port != 0, server.readAllStandardError());
        const std::string body = R"({"model":"tiny","prompt":"Once","max_tokens":40,"temperature":0})";
        const auto ask = [&] {
            hearth::test::RawClient client(port);
            client.send(
                "POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                "Content-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
            const QByteArray answer = QByteArray::fromStdString(client.readAll(std::chrono::seconds(60)));
            return QJsonDocument::fromJson(answer.mid(answer.indexOf("\r\n\r\n") + 4)).object();
        };
        const QString problem = ask()["error"].toObject()["message"].toString();
        QVERIFY2(problem.contains("stopped working for this program"), qPrintable(problem));
        for (int i = 0; i < 2; ++i) QCOMPARE(ask()["choices"].toArray().at(0)["text"].toString(), expected);
        server.terminate();
        QVERIFY(server.waitForFinished(10'000));
        QCOMPARE(server.exitCode(), 0);
        const QString error = QString::fromUtf8(server.readAllStandardError());
        QVERIFY2(saysWhereItGoesOn(error, where) && error.contains(problem), qPrintable(error));
    }

    void logitsAreThoseOfTheReference_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"llama-f32", "qwen3-f16", "llama-moe"}) QTest::newRow(name) << name;
    }
    void logitsAreThoseOfTheReference() {
        QFETCH(QString, name);
        const QString model = tinyModel(name.toUtf8().constData());
        const auto reference = logits(model, {"--backend", "reference"});
        QVERIFY(!reference.empty());
        for (const char* layers : {"1", "2"}) {
            const auto card = logits(model, {"--backend", "cuda", "--gpu-layers", layers});
            QCOMPARE(card.size(), reference.size());
            float worst = 0;
            for (size_t i = 0; i < card.size(); ++i)
                worst = std::max(worst, std::isfinite(card[i]) ? std::abs(card[i] - reference[i]) : 1e9F);
            qInfo("%s layers: %.3g", layers, static_cast<double>(worst));
            QVERIFY(worst < 1e-4F);
            const auto again = logits(model, {"--backend", "cuda", "--gpu-layers", layers});
            QVERIFY(std::memcmp(again.data(), card.data(), card.size() * sizeof(float)) == 0);
            // The same on two GPUs, with a way between them and without.
            for (const char* peers : {"1", "0"}) {
                qputenv("HEARTH_EMULATED_CARDS", "1024,2048");
                qputenv("HEARTH_EMULATED_PEERS", peers);
                const auto both = logits(model, {"--devices", "0,1", "--gpu-layers", layers});
                cleanup();
                QCOMPARE(both.size(), card.size());
                QVERIFY(std::memcmp(both.data(), card.data(), card.size() * sizeof(float)) == 0);
            }
        }
    }
};

QTEST_GUILESS_MAIN(EmulatedCardTest)
#include "tst_emulated_card.moc"

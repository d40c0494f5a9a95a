#include <QTemporaryDir>
#include <QtTest>

#include "command_line.h"
#include "hearth/gguf.h"
#include "tiny_reference.h"

using namespace hearth::test;
using Json = nlohmann::json;

class RunCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const QString m_model = tinyModel();
    const Json m_greedy = tinyReference().at("greedy");
    const QString m_prompt = QString::fromStdString(m_greedy.at("text").get<std::string>());

    /// `run` on the model, greedy, with twelve tokens at most.
    CommandResult greedy(const QStringList& more, const QByteArray& input = {}) const {
        return runCommand(QStringList{"run", "-m", m_model, "--temp", "0", "-n", "12", "-t", "2"} + more,
                          input);
    }

private slots:
    void greedyTokensAreThoseOfLlamaCpp_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("backend");
        for (const char* backend : {"cpu", "reference"}) {
            for (const char* name : {"llama-f32", "llama-moe", "qwen3-f16", "gemma2-f16"})
                QTest::addRow("%s on %s", name, backend) << name << backend;
        }
    }
    void greedyTokensAreThoseOfLlamaCpp() {
        QFETCH(QString, name);
        QFETCH(QString, backend);
        const Json expected = tinyReference(qPrintable(name)).at("greedy");
        const auto result =
            runCommand({"run", "-m", tinyModel(qPrintable(name)), "--raw", "-p", m_prompt, "--temp", "0",
                        "-n", "12", "--json", "--backend", backend, "--kv", "f32"});
        QVERIFY2(result.status == 0, result.error);
        const Json json = Json::parse(result.output.toStdString());
        QCOMPARE(json.at("tokens"), expected.at("ids"));
        QCOMPARE(json.at("prompt_tokens").get<size_t>(), expected.at("prompt").size());
        QCOMPARE(json.at("reused_tokens").get<int>(), 0);
        QCOMPARE(json.at("finish_reason").get<std::string>(), std::string("length"));
        for (const char* figure : {"ttft_ms", "itl_ms", "tokens_per_s"})
            QVERIFY2(json.at(figure).get<double>() > 0, figure);
        // The text is that of the tokens, with bytes that are no UTF-8 replaced.
        const auto text = runCommand({"detokenize", "-m", tinyModel(qPrintable(name))},
                                     QByteArray::fromStdString(json.at("tokens").dump()));
        QCOMPARE(QString::fromStdString(json.at("text").get<std::string>()), QString::fromUtf8(text.output));
    }

    void draftsAreForSpeedOnly() {
        const auto answer = [&](const QStringList& how) {
            const auto result = runCommand(QStringList{"run", "-m", m_model, "--raw", "-p", m_prompt,
                                                       "--temp", "0", "-n", "200", "--json"} +
                                           how);
            return result.status == 0 ? Json::parse(result.output.toStdString()) : Json();
        };
        const Json with = answer({}), same = answer({"--speculate", "lookup"}),
                   without = answer({"--speculate", "off"});
        QCOMPARE(with.at("tokens"), without.at("tokens"));
        QCOMPARE(same.at("text"), without.at("text"));
        QCOMPARE(without.at("drafted_tokens"), Json(0));
        QVERIFY(with.at("accepted_tokens") <= with.at("drafted_tokens"));
        const auto wrong = runCommand({"run", "-m", m_model, "-p", m_prompt, "--speculate", "wildly"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.error.contains("lookup, own, draft or off"), wrong.error);
    }

    /// The figures say how often the model's own layer was right.
    void ownGuessesAreForSpeedOnly() {
        const QString model = QStringLiteral(HEARTH_SOURCE_DIR "/tests/reference/guesses/sure.gguf");
        const auto answer = [&](const QStringList& how) {
            const auto result = runCommand(QStringList{"run", "-m", model, "--raw", "-p", m_prompt, "--temp",
                                                       "0.7", "--seed", "3", "-n", "300", "--json"} +
                                           how);
            return result.status == 0 ? Json::parse(result.output.toStdString()) : Json();
        };
        const Json with = answer({"--speculate", "own"}), byItself = answer({}),
                   text = answer({"--speculate", "lookup"}), without = answer({"--speculate", "off"});
        for (const Json& json : {with, byItself, text}) QCOMPARE(json.at("tokens"), without.at("tokens"));
        QCOMPARE(text.at("model_drafted_tokens"), Json(0));
        QCOMPARE(without.at("drafted_tokens"), Json(0));
        for (const Json& json : {with, byItself}) {
            QVERIFY(json.at("model_accepted_tokens") <= json.at("model_drafted_tokens"));
            QVERIFY(json.at("model_drafted_tokens") <= json.at("drafted_tokens"));
        }
    }

    void draftModelsAreForSpeedOnly() {
        const auto run = [&](const QStringList& how) {
            return runCommand(QStringList{"run", "-m", m_model, "--raw", "-p", m_prompt, "--temp", "0", "-n",
                                          "200", "--json"} +
                              how);
        };
        const auto tokens = [&](const QStringList& how) {
            const auto result = run(how);
            return result.status == 0 ? Json::parse(result.output.toStdString()).at("tokens") : Json();
        };
        const QString other = tinyModel("llama-moe");
        const Json without = tokens({"--speculate", "off"});
        QCOMPARE(tokens({"--draft-model", m_model}), without);
        QCOMPARE(tokens({"--draft-model", other, "--speculate", "draft"}), without);
        // Unusable options are refused, an incompatible vocabulary in a sentence.
        QCOMPARE(run({"--speculate", "draft"}).status, 2);
        QCOMPARE(run({"--draft-model", other, "--speculate", "lookup"}).status, 2);
        const auto mismatch = run({"--draft-model", tinyModel("gemma2-f16")});
        QCOMPARE(mismatch.status, 1);
        QVERIFY2(mismatch.error.contains("choose a smaller model of the same family."), mismatch.error);
        QCOMPARE(run({"--draft-model", "nowhere.gguf"}).status, 1);
    }

    void aSecondStartGoesOnFromWhatWasKept_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("recurrent");
        QTest::newRow("a tiny Llama") << m_model << false;
        QTest::newRow("gemma3") << "" << false;  // sliding windows
        for (const char* name : {"lfm2", "qwen35"}) QTest::newRow(name) << "" << true;
    }
    void aSecondStartGoesOnFromWhatWasKept() {
        QFETCH(QString, file);
        QFETCH(bool, recurrent);
        if (file.isEmpty()) {
            HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
            file = QString::fromStdString((pack / "tiny" / QTest::currentDataTag()).string()) + ".gguf";
        }
        const QTemporaryDir folder;
        const auto answer = [&](const QString& prompt) {
            const auto result = runCommand({"run", "-m", file, "--raw", "-p", prompt, "--temp", "0", "-n",
                                            "4", "-t", "2", "--json", "--keep", folder.filePath("kept")});
            return result.status == 0 ? Json::parse(result.output.toStdString()) : Json();
        };
        // Words that the little vocabularies know as many tokens, whatever they are.
        const QString prompt = QStringLiteral("a b c d e f g h ").repeated(12);
        const Json first = answer(prompt);
        QVERIFY(!first.is_null());
        const int tokens = first.at("prompt_tokens").get<int>();
        QVERIFY(tokens >= 64);
        QCOMPARE(first.at("reused_tokens").get<int>(), 0);
        const Json second = answer(prompt);
        QCOMPARE(second.at("tokens"), first.at("tokens"));
        // All of it with the logits behind; recurrent layers go on from the last block border before its end.
        QCOMPARE(second.at("reused_tokens").get<int>(), recurrent ? (tokens - 1) / 32 * 32 : tokens);
    }

    /// With a key: found with the same one alone, and the prompt stands in no file.
    void whatIsKeptCanBeEncrypted() {
        const QTemporaryDir folder;
        const auto writeKey = [&](char content) {
            QFile file(folder.filePath("key"));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(QByteArray(32, content)) == 32);
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        };
        const QString prompt = QStringLiteral("a b c d e f g h ").repeated(12);
        const auto reused = [&](const QStringList& key) {
            const auto result =
                runCommand(QStringList{"run", "-m", m_model, "--raw", "-p", prompt, "--temp", "0", "-n", "1",
                                       "-t", "2", "--json", "--keep", folder.filePath("kept")} +
                           key);
            return result.status == 0
                       ? Json::parse(result.output.toStdString()).at("reused_tokens").get<int>()
                       : -1;
        };
        const QStringList key{"--keep-key-file", folder.filePath("key")};
        writeKey('k');
        QCOMPARE(reused(key), 0);
        QVERIFY(reused(key) >= 64);
        for (QDirIterator it(folder.filePath("kept"), QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();) {
            QFile file(it.next());
            // The bytes written per day reveal nothing of the prompt.
            if (it.fileName() == "written") continue;
            QVERIFY(it.filePath().contains("/sealed."));
            QVERIFY(file.open(QFile::ReadOnly));
            if (file.size() > 500) QVERIFY2(file.read(7) == "hpseal2", qPrintable(it.filePath()));
        }
        writeKey('l');
        QCOMPARE(reused(key), 0);
        QVERIFY(reused(key) >= 64);
        QCOMPARE(reused({}), 0);
        QVERIFY(QFile::setPermissions(folder.filePath("key"), QFile::ReadOwner | QFile::ReadOther));
        QCOMPARE(reused(key), -1);
    }

    /// A cache written for one model is not used for another, however small the difference.
    void whatWasKeptIsOfOneModelAlone() {
        QFile original(m_model);
        QVERIFY(original.open(QFile::ReadOnly));
        const QByteArray image = original.readAll();
        const hearth::GgufFile model = hearth::GgufFile::open(m_model.toStdString());
        const QTemporaryDir folder;
        const QString prompt = QStringLiteral("a b c d e f g h ").repeated(12);
        const auto reused = [&](const QString& path) {
            const auto result = runCommand({"run", "-m", path, "--raw", "-p", prompt, "--temp", "0", "-n",
                                            "1", "-t", "2", "--json", "--keep", folder.filePath("kept")});
            if (result.status != 0) qWarning("%d: %s", result.status, result.error.constData());
            return result.status == 0
                       ? Json::parse(result.output.toStdString()).at("reused_tokens").get<int>()
                       : -1;
        };
        QCOMPARE(reused(m_model), 0);
        QVERIFY(reused(m_model) >= 64);
        QVERIFY(QDir(folder.path()).mkpath("elsewhere"));
        const QString copy = folder.filePath("elsewhere/copy.gguf");
        QVERIFY(QFile::copy(m_model, copy));
        const int ofCopy = reused(copy);
        QVERIFY2(ofCopy >= 64, qPrintable(QString::number(ofCopy)));
        const auto changed = [&](qsizetype at, const QByteArray& bytes) {
            QFile file(copy);
            if (!file.open(QFile::ReadWrite) || !file.seek(0) || file.write(image) != image.size() ||
                !file.seek(at) || file.write(bytes) != bytes.size())
                qFatal("cannot write");
            file.close();
            return reused(copy);
        };
        const auto entry = [&](const char* key) { return image.indexOf(key) + qsizetype(qstrlen(key)); };
        const float base = 50000.0F;
        QCOMPARE(changed(entry("llama.rope.freq_base") + 4,
                         QByteArray(reinterpret_cast<const char*>(&base), sizeof base)),
                 0);
        QCOMPARE(changed(image.indexOf("message in messages"), "Message"), 0);
        QCOMPARE(changed(entry("tokenizer.ggml.token_type") + 16 + 4 * 299, QByteArray(1, '\4')), 0);
        for (const hearth::GgufTensor& tensor : model.tensors()) {
            const auto begin = static_cast<qsizetype>(tensor.offset),
                       size = static_cast<qsizetype>(tensor.sizeBytes);
            for (const qsizetype at : {qsizetype{0}, size / 3, size - 4}) {
                const char other = static_cast<char>(image[begin + at] ^ 1);
                QVERIFY2(changed(begin + at, QByteArray(1, other)) == 0, tensor.name.c_str());
            }
            if (tensor.name.find("ffn_") != std::string::npos)
                QVERIFY2(changed(begin + size / 2, QByteArray(size / 2, '\0')) == 0, tensor.name.c_str());
        }
        QVERIFY(reused(m_model) >= 64);
    }

    void cannotKeepWhereItCannotWrite() {
        const auto result = greedy({"--raw", "-p", m_prompt, "--json", "--keep", m_model + "/kept"});
        QVERIFY(isOneLineFailure(result, 1));
    }

    void printsTheTextAndNothingElse() {
        const auto json = greedy({"--raw", "-p", m_prompt, "--json"});
        const auto plain = greedy({"--raw", "-p", m_prompt});
        QCOMPARE(plain.status, 0);
        QCOMPARE(plain.output.toStdString(),
                 Json::parse(json.output.toStdString()).at("text").get<std::string>() + "\n");
        QCOMPARE(plain.error, QByteArray());
    }

    void thePromptMayComeFromAnywhere() {
        const QByteArray expected = greedy({"--raw", "-p", m_prompt}).output;
        QCOMPARE(greedy({"--raw"}, m_prompt.toUtf8()).output, expected);
        QFile file(m_folder.filePath("prompt.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(m_prompt.toUtf8());
        file.close();
        QCOMPARE(greedy({"--raw", "-f", file.fileName()}).output, expected);
    }

    void messagesGoThroughTheTemplate() {
        // ChatML by hand; each <|…|> is one token of its own.
        const QByteArray prompt =
            "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHow warm?<|im_end|>\n"
            "<|im_start|>assistant\n";
        const auto ids = Json::parse(runCommand({"tokenize", "-m", m_model}, prompt).output.toStdString());
        const auto chat = greedy({"--system", "Be brief.", "-p", "How warm?", "--json"});
        const auto raw = greedy({"--raw", "-p", QString::fromUtf8(prompt), "--json"});
        QVERIFY2(chat.status == 0, chat.error);
        const Json a = Json::parse(chat.output.toStdString()), b = Json::parse(raw.output.toStdString());
        QCOMPARE(a.at("prompt_tokens").get<size_t>(), ids.size());
        QCOMPARE(a.at("tokens"), b.at("tokens"));
        // Text typed by a person is never a control token.
        const auto typed = greedy({"-p", "<|im_end|>", "--json"});
        const auto longer = Json::parse(typed.output.toStdString()).at("prompt_tokens").get<size_t>();
        const auto empty = runCommand({"tokenize", "-m", m_model},
                                      "<|im_start|>user\n<|im_end|><|im_end|>\n<|im_start|>assistant\n");
        QVERIFY(longer > Json::parse(empty.output.toStdString()).size());
    }

    void stopsBeforeAText() {
        const std::string all =
            Json::parse(greedy({"--raw", "-p", m_prompt, "--json"}).output.toStdString()).at("text");
        const std::string stop = all.substr(all.size() / 2, 3);
        const auto result =
            greedy({"--raw", "-p", m_prompt, "--json", "--stop", QString::fromStdString(stop)});
        const Json json = Json::parse(result.output.toStdString());
        QCOMPARE(json.at("text").get<std::string>(), all.substr(0, all.find(stop)));
        QCOMPARE(json.at("finish_reason").get<std::string>(), std::string("stop_string"));
    }

    void theSameSeedIsTheSameText() {
        const auto with = [&](const char* seed) {
            return runCommand({"run", "-m", m_model, "--raw", "-p", m_prompt, "-n", "30", "--temp", "1.5",
                               "--top-k", "0", "--seed", seed, "--json"});
        };
        const auto tokens = [](const CommandResult& result) {
            return Json::parse(result.output.toStdString()).at("tokens");
        };
        QCOMPARE(tokens(with("7")), tokens(with("7")));
        QVERIFY(tokens(with("7")) != tokens(with("8")));
    }

    void theContextEnds() {
        const auto result = runCommand(
            {"run", "-m", m_model, "--raw", "-p", m_prompt, "--temp", "0", "--json", "--ctx", "32"});
        const Json json = Json::parse(result.output.toStdString());
        QCOMPARE(json.at("finish_reason").get<std::string>(), std::string("context_full"));
        // Every position, and the last token that has none.
        QCOMPARE(json.at("tokens").size() + json.at("prompt_tokens").get<size_t>(), size_t{33});
    }

    void keepsToAGrammar() {
        const auto file = [this](const char* name, const char* text) {
            QFile out(m_folder.filePath(name));
            if (!out.open(QIODevice::WriteOnly) || out.write(text) < 0) qFatal("cannot write");
            return out.fileName();
        };
        const QString schema = file("schema.json", "{\"enum\": [\"one\", \"two\"]}");
        const QString rules = file("rules.gbnf", "root ::= \"ab\" [0-9]{3}");
        QVERIFY(QRegularExpression("^\"(one|two)\"\n$")
                    .match(greedy({"-p", m_prompt, "--schema", schema}).output)
                    .hasMatch());
        QVERIFY(QRegularExpression("^ab[0-9]{3}\n$")
                    .match(greedy({"-p", m_prompt, "--grammar", rules}).output)
                    .hasMatch());
        QVERIFY(QRegularExpression("^x{2,4}\n$")
                    .match(greedy({"-p", m_prompt, "--regex", "x{2,4}"}).output)
                    .hasMatch());
        const auto bad = greedy({"-p", m_prompt, "--schema", file("bad.json", "{\"uniqueItems\": true}")});
        QCOMPARE(bad.status, 1);
        QVERIFY2(bad.error.contains("uniqueItems"), bad.error.constData());
        QCOMPARE(greedy({"-p", m_prompt, "--schema", schema, "--regex", "a"}).status, 2);
    }
    void wrongUseIsStatusTwo() {
        QVERIFY(isOneLineFailure(runCommand({"run", "-p", "x"}), 2));
        QVERIFY(isOneLineFailure(greedy({"-p"}), 2));
        QVERIFY(isOneLineFailure(greedy({"-p", "x", "-f", "y"}), 2));
        QVERIFY(isOneLineFailure(greedy({"-p", "x", "stray"}), 2));
        QVERIFY(isOneLineFailure(greedy({"-p", "x", "--wrong"}), 2));
        QVERIFY(isOneLineFailure(greedy({"-p", "x", "--top-k", "many"}), 2));
    }

    void valuesThatNoOptionHasAreStatusTwo() {
        for (const QStringList& words : {QStringList{"--temp", "9"},
                                         {"--temp", "nan"},
                                         {"--top-p", "-1"},
                                         {"--min-p", "2"},
                                         {"-n", "-5"},
                                         {"--backend", "abacus"},
                                         {"--kv", "f8"},
                                         {"--threads", "-1"},
                                         {"--threads", "1000"},
                                         {"--gpu-layers", "-2"},
                                         {"--top-k", "-1"},
                                         {"--repeat-penalty", "9"},
                                         {"--presence-penalty", "-9"},
                                         {"--frequency-penalty", "nan"},
                                         {"--seed", "-1"},
                                         {"--stop", ""},
                                         {"--speculate", "maybe"},
                                         {"--ctx", "-3"},
                                         {"more", "words"}})
            QVERIFY2(isOneLineFailure(greedy(QStringList{"-p", "some words"} + words), 2),
                     qPrintable(words.join(' ')));
    }

    void otherCommandsRefuseThemToo() {
        const QString model = tinyModel(), out = m_folder.filePath("out");
        for (const QStringList& words : {QStringList{"chat", "-m", model, "--kv", "f8"},
                                         {"chat", "-m", model, "more"},
                                         {"bench", "-m", model, "--kv", "f8"},
                                         {"bench", "-m", model, "more"},
                                         {"inspect", model, "--kv", "f8"},
                                         {"inspect", model, "--backend", "abacus"},
                                         {"inspect", model, "--threads", "999"},
                                         {"logits", "-m", model, "--tokens", "1", "--out", out, "--kv", "f8"},
                                         {"logits", "-m", model, "--tokens", "1", "--out", out, "more"},
                                         {"perplexity", "-m", model, "-f", "none", "--kv", "f8"},
                                         {"perplexity", "-m", model, "-f", "none", "more"},
                                         {"tokenize", "-m", model, "more"},
                                         {"detokenize", "-m", model, "more"},
                                         {"quantize", model, out, "Q8_0", "--tokens", "1"},
                                         {"quantize", model, out, "Q8_0", "--threads", "-1"}})
            QVERIFY2(isOneLineFailure(runCommand(words, "x"), 2), qPrintable(words.join(' ')));
        QVERIFY(!QFile::exists(out));
    }

    void badInputIsStatusOne() {
        QVERIFY(isOneLineFailure(greedy({"-p", "some words", "--ctx", "4"}), 1));
        QVERIFY(isOneLineFailure(greedy({"--raw", "-p", ""}), 1));
        QVERIFY(isOneLineFailure(greedy({"-f", m_folder.filePath("none.txt")}), 1));
        QVERIFY(isOneLineFailure(runCommand({"run", "-m", m_folder.filePath("none"), "-p", "x"}), 1));
        QVERIFY(isOneLineFailure(runCommand({"run", "-m", m_folder.path(), "-p", "x"}), 1));
    }
};

QTEST_GUILESS_MAIN(RunCommandTest)
#include "tst_run_command.moc"

// The engine's real errors, made by real files, in another language; and every sentence of the list against
// the engine's sources, so that none can change unseen.
#include "inference/spoken_problem.h"

#include <fcntl.h>
#include <unistd.h>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdlib>
#include <new>

#include "hearth/draft_check.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "settings/language.h"
#include "support/gguf_writer.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Requests from this size on fail while it is set, as they do when memory is short.
size_t scarceFrom = SIZE_MAX;

}  // namespace

void* operator new(size_t size) {
    void* memory = size < scarceFrom ? std::malloc(size) : nullptr;
    if (!memory) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}

class TestSpokenProblem : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    SpokenLanguage m_language;

    /// What the engine says to a file of this name and content; loading must fail.
    QString sentenceFor(const QString& name, const QByteArray& content) const {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(content) != content.size()) return "cannot write";
        file.close();
        EngineOptions options;
        options.model = path.toStdString();
        try {
            (void)Engine::load(options, {}, {});
        } catch (const Error& error) {
            return QString::fromStdString(error.what());
        }
        return "no error";
    }

    static QByteArray bytesOf(const test::GgufWriter& writer) {
        const auto image = writer.image();
        return {reinterpret_cast<const char*>(image.data()), static_cast<qsizetype>(image.size())};
    }

    /// What the engine says when a good file of a small model is opened like this; spoken, so that it is
    /// known.
    template <class Change>
    QString problemOf(const test::GgufWriter& writer, Change&& change, const EngineOptions& wanted = {}) {
        const std::filesystem::path path = m_folder.filePath("m.gguf").toStdString();
        writer.save(path);
        EngineOptions options = wanted;
        options.model = path;
        options.backend = "cpu";
        try {
            const auto engine = Engine::load(options,
                                             [&](const Engine::LoadProgress& progress) {
                                                 // The table is read, the weights are not.
                                                 if (progress.step == "Reading the vocabulary") change(path);
                                             },
                                             {});
            GenerationRequest request;
            request.rawText = std::string(static_cast<size_t>(engine->info().contextLength) * 8, 'a');
            struct Nobody : GenerationListener {
            } listener;
            if (wanted.contextLength == 32) {
                (void)engine->generate(request, listener, {});
            } else if (wanted.contextLength == 64) {
                request.rawText = "";
                (void)engine->generate(request, listener, {});
            }
        } catch (const Error& error) {
            const QString english = QString::fromUtf8(error.what());
            m_language.speak("de");
            // Another language proves that the sentence is one of the list.
            const QString spoken = spokenProblem(english);
            m_language.speak("en");
            if (spoken == english) return "not translated: " + english;
            return spokenProblem(english);
        }
        return "no error";
    }

private slots:
    void cleanup() { m_language.speak("en"); }

    void realErrorsAreSpoken_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("german");
        QTest::newRow("no model") << "notes.gguf" << QByteArray("These are notes and no model at all.")
                                  << "keine GGUF-Datei";
        QTest::newRow("empty") << "leer.gguf" << QByteArray() << "leer";
        QTest::newRow("damaged table")
            << "kaputt.gguf" << bytesOf(test::GgufWriter().claimTensors(1ULL << 40)) << "lade";
        QTest::newRow("cut short") << "kurz.gguf"
                                   << bytesOf(test::GgufWriter()
                                                  .text("general.architecture", "llama")
                                                  .rawTensor("output.weight", {1024, 1024}, 0, 0))
                                   << "abgeschnitten";
        QTest::newRow("old") << "alt.gguf" << bytesOf(test::GgufWriter(1)) << "Version 1";
        QTest::newRow("new") << "neu.gguf" << bytesOf(test::GgufWriter(9)) << "9";
        QTest::newRow("family") << "fremd.gguf"
                                << bytesOf(test::GgufWriter().text("general.architecture", "retnet"))
                                << "retnet";
    }
    void realErrorsAreSpoken() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, german);
        const QString english = sentenceFor(name, content);
        QCOMPARE(spokenProblem(english), english);
        m_language.speak("de");
        const QString spoken = spokenProblem(english);
        QVERIFY2(spoken != english && spoken.contains(german), qPrintable(english + " -> " + spoken));
    }

    void rareErrorsAreSpoken() {
        const auto nothing = [](const std::filesystem::path&) {};
        const auto without = [](std::string_view gone) {
            return test::tinyLlamaGguf(
                [gone](test::GgufWriter&, std::string_view part) { return part == gone; });
        };
        const auto is = [](const QString& said, const char* wanted) {
            const bool same =
                QRegularExpression(QRegularExpression::anchoredPattern(QString::fromUtf8(wanted)))
                    .match(said)
                    .hasMatch();
            if (!same) qWarning("%s", qPrintable(said));
            return same;
        };
        QVERIFY(is(problemOf(without("tensor:output_norm.weight"), nothing),
                   "The model file lacks the tensor output_norm.weight; it is incomplete or of a variant "
                   "that Hearth does not know\\."));
        const auto reshaped = test::tinyLlamaGguf([](test::GgufWriter& writer, std::string_view part) {
            if (part != "tensor:output_norm.weight") return false;
            writer.tensorF32("output_norm.weight", {8}, std::vector<float>(8));
            return true;
        });
        QVERIFY(is(problemOf(reshaped, nothing),
                   "The tensor output_norm.weight has the shape .* where the model's numbers ask for .*; the "
                   "file is damaged\\."));
        const auto unknown =
            test::GgufWriter().text("general.architecture", "llama").rawTensor("x", {32}, 250, 0);
        QVERIFY(is(problemOf(unknown, nothing),
                   "\"m.gguf\" cannot be used: .*x.* is stored as block type 250, which this version of "
                   "Hearth does not know\\."));
        QVERIFY(is(problemOf(test::tinyLlamaGguf(),
                             [](const auto& path) { std::filesystem::resize_file(path, 5000); }),
                   "\"m.gguf\" cannot be used: it has become shorter since it was opened; open it again\\."));
        QVERIFY(is(problemOf(test::tinyLlamaGguf(),
                             [](const std::filesystem::path& path) {
                                 // The file turns into something that cannot be read.
                                 for (const auto& entry :
                                      std::filesystem::directory_iterator("/proc/self/fd")) {
                                     std::error_code none;
                                     if (std::filesystem::read_symlink(entry.path(), none) != path) continue;
                                     const int other = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
                                     ::dup2(other, std::stoi(entry.path().filename().string()));
                                     ::close(other);
                                 }
                             }),
                   "\"m.gguf\" cannot be used: it cannot be read: .*\\."));
        EngineOptions huge;
        huge.cacheBytes = 1ULL << 50;
        QVERIFY(is(problemOf(test::tinyLlamaGguf(), nothing, huge),
                   "There is not enough memory for \\d+ MiB; close other programs or choose a smaller model "
                   "or context\\."));
        EngineOptions small;
        small.contextLength = 32;
        QVERIFY(is(problemOf(test::tinyLlamaGguf(), nothing, small),
                   "The prompt has \\d+ tokens and the context only 32; shorten it or load the model with a "
                   "longer context\\."));
        small.contextLength = 64;
        QVERIFY(is(problemOf(test::tinyLlamaGguf(), nothing, small),
                   "The prompt is empty; write something first\\."));
        std::vector<std::string> words(200000, "a");
        const auto large =
            test::GgufWriter().text("general.architecture", "llama").texts("tokenizer.ggml.tokens", words);
        const QByteArray image = bytesOf(large);
        scarceFrom = 1 << 20;
        const QString scarce = sentenceFor("scarce.gguf", image);
        scarceFrom = SIZE_MAX;
        QVERIFY(is(spokenProblem(scarce),
                   "\"scarce.gguf\" cannot be used: there is not enough memory to read its tables\\."));
        QByteArray foreign = bytesOf(test::GgufWriter());
        std::reverse(foreign.begin() + 4, foreign.begin() + 8);
        QVERIFY(is(spokenProblem(sentenceFor("other.gguf", foreign)),
                   "\"other.gguf\" cannot be used: it is written for big-endian machines; choose the "
                   "ordinary file of the model\\."));
        EngineOptions folder;
        folder.model = "/dev/null";
        try {
            (void)Engine::load(folder, {}, {});
            QFAIL("a device was loaded");
        } catch (const Error& error) {
            QVERIFY(is(spokenProblem(QString::fromUtf8(error.what())),
                       "\"null\" cannot be used: it is not a file; choose a file\\."));
        }
        const auto tokenizer = test::tinyLlamaGguf([](test::GgufWriter& writer, std::string_view part) {
            if (part != "tokenizer.ggml.model") return false;
            writer.text(part, "novel");
            return true;
        });
        QVERIFY(is(problemOf(tokenizer, nothing),
                   "Hearth does not know the tokenizer 'novel' of this file; a newer version may\\."));
    }

    void problemsOfFoldersAreSpoken() {
        const QDir folder(m_folder.filePath("Qwen3"));
        QVERIFY(folder.mkpath("."));
        const auto is = [](const QString& said, const char* pattern) {
            return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(said).hasMatch();
        };
        const auto said = [&](const char* name, const QByteArray& content) -> QString {
            QFile file(folder.filePath(name));
            if (!file.open(QFile::WriteOnly)) qFatal("cannot write");
            file.write(content);
            file.close();
            EngineOptions options;
            options.model = folder.path().toStdString();
            try {
                (void)Engine::load(options, {}, {});
            } catch (const Error& error) {
                const QString english = QString::fromUtf8(error.what());
                for (const char* language : {"de", "es", "fr", "zh_CN"}) {
                    m_language.speak(language);
                    if (spokenProblem(english) == english) return "not translated: " + english;
                }
                m_language.speak("en");
                return spokenProblem(english).remove("The folder \"Qwen3\" cannot be used: ");
            }
            return QString("no error");
        };
        QCOMPARE(said("notes.txt", ""), QString("its file \"config.json\" is missing; download it again."));
        QCOMPARE(said("config.json", "{"),
                 QString("its file \"config.json\" is damaged; download it again."));
        QCOMPARE(
            said("config.json", R"({"model_type": "bert"})"),
            QString(
                "Hearth does not read folders of the kind \"bert\" yet; choose a GGUF file of the model."));
        const QByteArray config =
            R"({"model_type": "llama", "hidden_size": 8, "num_attention_heads": 2, "vocab_size": 4)";
        QCOMPARE(said("config.json", config + '}'),
                 QString("it holds no .safetensors file; download its weights."));
        const QByteArray header =
            R"({"lm_head.weight": {"dtype": "F16", "shape": [4, 8], "data_offsets": [0, 64]}})";
        QByteArray weights(8, '\0');
        weights[0] = static_cast<char>(header.size());
        weights += header;
        QVERIFY(
            is(said("model.safetensors", weights),
               "its tensor \"lm_head.weight\" reaches past the end of the file \\(\\d+ bytes\\); the file is "
               "cut short, download it again\\."));
        said("model.safetensors", weights.append(64, '\0'));
        QCOMPARE(
            said("config.json", config + R"(, "quantization_config": {"quant_method": "bitsandbytes"}})"),
            QString(
                "its weights are quantised by the method \"bitsandbytes\", which Hearth does not read yet; "
                "choose a checkpoint of GPTQ, AWQ or FP8, or a GGUF file."));
        QVERIFY(QFile::remove(folder.filePath("config.json")));
        // A link to itself cannot be opened, by the administrator neither.
        QVERIFY(QFile::link("config.json", folder.filePath("config.json")));
        QVERIFY(is(said("notes.txt", ""), "its file \"config.json\" cannot be opened: .+\\."));
    }

    void draftProblemsAreSpoken() {
        const auto save = [&](const char* name, const test::GgufReplacement& replacement) {
            const std::filesystem::path path = m_folder.filePath(name).toStdString();
            test::tinyLlamaGguf(replacement).save(path);
            return path;
        };
        const auto withTokens = [&](const char* name, size_t count) {
            return save(name, [count](test::GgufWriter& writer, std::string_view part) {
                if (part != "tokenizer.ggml.tokens") return false;
                std::vector<std::string> words;
                for (size_t i = 0; i < count; ++i) words.push_back(std::to_string(i));
                writer.texts(part, words);
                return true;
            });
        };
        const auto plain = save("plain.gguf", {});
        const auto kind = save("kind.gguf", [](test::GgufWriter&, std::string_view part) {
            return part == "tokenizer.ggml.model";
        });
        const std::filesystem::path recurrent =
            std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/lfm2.gguf";
        const auto said = [&](const std::filesystem::path& model, const std::filesystem::path& draft) {
            EngineOptions options;
            options.model = model;
            options.draftModel = draft;
            const QString english = QString::fromStdString(checkDraft(options).problem);
            m_language.speak("de");
            const QString spoken = spokenProblem(english);
            m_language.speak("en");
            return spoken == english ? "not translated: " + english : spokenProblem(english);
        };
        QCOMPARE(
            said(plain, withTokens("many.gguf", 500)),
            QString("The draft model knows 500 tokens and this model 16; choose a smaller model of the same "
                    "family."));
        QCOMPARE(
            said(plain, withTokens("same.gguf", 16)),
            QString("The draft model's vocabulary is another than this model's from token 0 on; choose a "
                    "smaller model of the same family."));
        QCOMPARE(said(plain, kind),
                 QString("The draft model's vocabulary is of another kind than this model's; "
                         "choose a smaller model of the same family."));
        QCOMPARE(said(plain, recurrent), QString("The draft model has recurrent layers, which cannot go back "
                                                 "behind wrong guesses; choose another one."));
        QCOMPARE(said(recurrent, plain),
                 QString("A draft model would change nothing here, because this model has recurrent layers, "
                         "which cannot go back behind wrong guesses."));
    }

    void noSuchFile() {
        EngineOptions options;
        options.model = m_folder.filePath("fort.gguf").toStdString();
        m_language.speak("de");
        try {
            (void)Engine::load(options, {}, {});
            QFAIL("a file that is not there was loaded");
        } catch (const Error& error) {
            const QString english = QString::fromStdString(error.what());
            const QString spoken = spokenProblem(english);
            m_language.speak("en");
            QCOMPARE(spokenProblem(english), english);
            QVERIFY2(spoken.contains("fort.gguf") && spoken.contains("öffnen"), qPrintable(spoken));
        }
    }

    void everyStepOfLoadingIsSpoken() {
        const std::filesystem::path path = m_folder.filePath("steps.gguf").toStdString();
        test::tinyLlamaGguf().save(path);
        EngineOptions options;
        options.model = path;
        options.backend = "cpu";
        options.prefixFolder = m_folder.filePath("prefixes").toStdString();
        options.draftModel = path;
        QStringList steps;
        const auto listen = [&](const Engine::LoadProgress& progress) {
            const QString step = QString::fromStdString(progress.step);
            if (!steps.contains(step)) steps += step;
        };
        {
            const auto engine = Engine::load(options, listen);
            struct Nobody : GenerationListener {
            } listener;
            GenerationRequest request;
            request.rawText = "a";
            request.sampling.maxTokens = 2;
            (void)engine->generate(request, listener);
            engine->savePrefixes();
        }
        (void)Engine::load(options, listen);
        QStringList listed;
        for (const char* step : translatedSteps()) listed += QString::fromLatin1(step);
        QStringList same = steps;
        same.sort();
        listed.sort();
        QCOMPARE(same, listed);
        for (const char* language : {"de", "es", "fr", "zh_CN"}) {
            m_language.speak(language);
            for (const QString& step : steps) QVERIFY2(spokenStep(step) != step, qPrintable(language + step));
        }
        m_language.speak("en");
        for (const QString& step : steps) QCOMPARE(spokenStep(step), step);
        QCOMPARE(spokenStep("Something else"), QString("Something else"));
    }

    void figuresAreTakenOver() {
        m_language.speak("de");
        const QString spoken = spokenProblem(
            "The prompt has 9000 tokens and the context only 4096; shorten it or load the model with a "
            "longer "
            "context.");
        QVERIFY2(spoken.contains("9000") && spoken.contains("4096") && spoken.contains("Kontext"),
                 qPrintable(spoken));
        QVERIFY(
            spokenProblem("There is not enough memory for 512 MiB; close other programs or choose a smaller "
                          "model or context.")
                .contains("512"));
        // Names are data, also where they look like a place.
        const QString odd =
            spokenProblem("\"%2 %1.gguf\" cannot be used: it cannot be opened: Permission denied.");
        QVERIFY2(odd.contains("%2 %1.gguf") && odd.contains("Permission denied"), qPrintable(odd));
        QCOMPARE(spokenProblem("Something new went wrong."), QString("Something new went wrong."));
    }

    void whereItRunsIsSpoken_data() {
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        QTest::newRow("one") << "1 thread, AVX2"
                             << "1 Thread, AVX2";
        QTest::newRow("several") << "8 threads, AVX-512 VNNI + AMX"
                                 << "8 Threads, AVX-512 VNNI + AMX";
        QTest::newRow("split") << "GeForce RTX 4070 and 8 threads, AVX2"
                               << "GeForce RTX 4070 und 8 Threads, AVX2";
        QTest::newRow("a card") << "GeForce RTX 4070"
                                << "GeForce RTX 4070";
        QTest::newRow("a server") << "vLLM"
                                  << "vLLM";
    }
    void whereItRunsIsSpoken() {
        QFETCH(QString, english);
        QFETCH(QString, german);
        QCOMPARE(spokenDevice(english), english);
        m_language.speak("de");
        QCOMPARE(spokenDevice(english), german);
        QCOMPARE(spokenBackend("Auf rack.lan"), QString("Auf rack.lan"));
    }

    void whyThereIsNoCardIsSpoken() {
        // The engine's own words on this machine, or those of a machine that has a card.
        EngineOptions options;
        options.model = m_folder.filePath("reason.gguf").toStdString();
        test::tinyLlamaGguf().save(options.model);
        const QString real = QString::fromStdString(Engine::load(options)->info().backendReason);
        const QString split = "3 of 32 layers run on the CPU";
        const QString shortage =
            "The graphics card ran out of memory (12 MiB asked for, 5 MiB free); put fewer layers on it, or "
            "choose a smaller context or model.";
        for (const char* language : {"de", "es", "fr", "zh_CN"}) {
            m_language.speak(language);
            if (!real.isEmpty()) QVERIFY2(spokenReason(real) != real, qPrintable(language + real));
            QVERIFY(spokenReason(split) != split);
            // Two sentences after each other.
            QCOMPARE(spokenReason(shortage + ' ' + split),
                     spokenProblem(shortage) + ' ' + spokenReason(split));
            // With the card asked for it is an error.
            QCOMPARE(spokenProblem("No graphics card was found."),
                     spokenReason("No graphics card was found."));
        }
        m_language.speak("en");
        QCOMPARE(spokenReason(shortage + ' ' + split), shortage + ' ' + split);
        QCOMPARE(spokenReason("Something else."), QString("Something else."));
        QCOMPARE(spokenReason(""), QString());
    }

    void theTemplateNoteIsSpoken() {
        EngineOptions options;
        options.backend = "cpu";
        options.model = m_folder.filePath("note.gguf").toStdString();
        test::tinyLlamaGguf([](test::GgufWriter& writer, std::string_view part) {
            if (part == "tokenizer.ggml.model") writer.text("tokenizer.chat_template", "{% if %}");
            return part == "tokenizer.chat_template";
        }).save(options.model);
        const QString bad = QString::fromStdString(Engine::load(options)->info().templateNote);
        QVERIFY2(bad.startsWith("The model's own template does not work ("), qPrintable(bad));
        m_language.speak("de");
        QVERIFY2(spokenTemplateNote(bad) != bad, qPrintable(bad));
        const QString none = "The model brings no chat template; using ChatML.";
        QVERIFY(spokenTemplateNote(none).contains("ChatML") && spokenTemplateNote(none) != none);
    }

    void everySentenceIsTheEngines() {
        // All of the engine's string literals, those that stand one after the other put together.
        QString literals;
        QDirIterator files(HEARTH_SOURCE_DIR "/engine", {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        static const QRegularExpression seam("\"\\s*\\n\\s*\"");
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QFile::ReadOnly));
            literals += QString::fromUtf8(file.readAll()).remove(seam).replace("\\\"", "\"");
        }
        static const QRegularExpression place("%\\d");
        for (QString text : translatedProblems()) {
            // Two functions make such a sentence: one the name and the end, one the clause.
            const QLatin1String frame("\"%1\" cannot be used: ");
            if (text.startsWith(QLatin1String("The folder "))) text.remove(0, 11);
            // Said of any file, and then of the one in the folder.
            text.replace("its file \"%2\" cannot", "it cannot");
            if (text.startsWith(frame) && !text.contains(QLatin1String("tables."))) {
                text.remove(0, frame.size());
                text.chop(1);
            } else if (text.startsWith(frame)) {
                text.remove(0, 4);
            }
            for (const QString& part : text.split(place, Qt::SkipEmptyParts))
                QVERIFY2(literals.contains(part), qPrintable("the engine no longer says: " + part));
        }
        for (const auto& list : {translatedReasons(), translatedTemplateNotes()})
            for (const char* text : list)
                for (const QString& part : QString::fromLatin1(text)
                                               .replace("; using", "%1; using")  // put together from two
                                               .split(place, Qt::SkipEmptyParts))
                    QVERIFY2(part.size() < 4 || literals.contains(part),
                             qPrintable("the engine no longer says: " + part));
    }
};

QTEST_GUILESS_MAIN(TestSpokenProblem)
#include "tst_spoken_problem.moc"

// The engine's real errors, made by real files, in the languages of the window.
#include "inference/message_translation.h"

#include <fcntl.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdlib>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <set>

#include "evaluation/evaluation_errors.h"
#include "hearth/cache_admin.h"
#include "hearth/chat_template.h"
#include "hearth/draft_check.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/quantize_model.h"
#include "picture/picture_errors.h"
#include "session/session_errors.h"
#include "settings/language.h"
#include "support/generate.h"
#include "support/gguf_writer.h"
#include "support/tiny_llama_gguf.h"

Q_DECLARE_METATYPE(hearth::DeviceDescription)

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

class TestMessageTranslation : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    SpokenLanguage m_language;

    /// Error message of the engine for a file with this name and content; loading must fail.
    Message messageFor(const QString& name, const QByteArray& content) const {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(content) != content.size())
            return Message::verbatim("cannot write");
        file.close();
        EngineOptions options;
        options.model = path.toStdString();
        try {
            (void)Engine::load(options, {}, {});
        } catch (const Error& error) {
            return error.message();
        }
        return Message::verbatim("no error");
    }

    /// In English, or that it is the same in German.
    QString translatedInBoth(const Message& message) {
        const QString english = translated(message);
        m_language.speak("de");
        const QString german = translated(message);
        m_language.speak("en");
        return german == english ? "not translated: " + english : english;
    }

    static QByteArray bytesOf(const test::GgufWriter& writer) {
        const auto image = writer.image();
        return {reinterpret_cast<const char*>(image.data()), static_cast<qsizetype>(image.size())};
    }

    /// Error message of the engine for a valid file of a small model opened like this; translatedInBoth().
    template <class Change>
    QString problemOf(const test::GgufWriter& writer, Change&& change, const EngineOptions& wanted = {}) {
        const std::filesystem::path path = m_folder.filePath("m.gguf").toStdString();
        writer.save(path);
        EngineOptions options = wanted;
        options.model = path;
        options.backend = "cpu";
        try {
            const auto engine = Engine::load(options,
                                             [&](const LoadStatus& progress) {
                                                 // The table is read, the weights are not.
                                                 if (progress.step == LoadStep::Vocabulary) change(path);
                                             },
                                             {});
            GenerationRequest request;
            request.rawText = std::string(static_cast<size_t>(engine->info().contextLength) * 8, 'a');
            struct Nobody : GenerationListener {
            } listener;
            if (wanted.contextLength == 32) {
                (void)test::generate(*engine, request, listener, {});
            } else if (wanted.contextLength == 64) {
                request.rawText = "";
                (void)test::generate(*engine, request, listener, {});
            }
        } catch (const Error& error) {
            return translatedInBoth(error.message());
        }
        return "no error";
    }

private slots:
    void cleanup() { m_language.speak("en"); }

    void realErrorsAreTranslated_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("german");
        QTest::newRow("no model")
            << "notes.gguf" << QByteArray("These are notes and no model at all.")
            << "„notes.gguf“ ist nicht zu gebrauchen: Es ist keine GGUF-Datei; wähle eine "
               "Datei, die auf .gguf endet.";
        QTest::newRow("empty")
            << "leer.gguf" << QByteArray()
            << "„leer.gguf“ ist nicht zu gebrauchen: Die Datei ist leer; lade sie noch einmal "
               "herunter.";
        QTest::newRow("damaged table") << "%1.gguf" << bytesOf(test::GgufWriter().claimTensors(1ULL << 40))
                                       << "„%1.gguf“ ist nicht zu gebrauchen: Die Datei nennt 1099511627776 "
                                          "tensors, mehr als in ihr Platz "
                                          "haben; lade sie noch einmal herunter.";
        QTest::newRow("old")
            << "alt.gguf" << bytesOf(test::GgufWriter(1))
            << "„alt.gguf“ ist nicht zu gebrauchen: Die Datei hat die veraltete GGUF-Version 1; "
               "lade eine neuere Datei des Modells herunter.";
        QTest::newRow("new")
            << "neu.gguf" << bytesOf(test::GgufWriter(9))
            << "„neu.gguf“ ist nicht zu gebrauchen: Die Datei hat GGUF-Version 9, und dieses "
               "Hearth liest 2 und 3.";
        QTest::newRow("family") << "fremd.gguf"
                                << bytesOf(test::GgufWriter().text("general.architecture", "retnet"))
                                << "Hearth kennt die Modellarchitektur „retnet“ noch nicht; wähle ein Modell "
                                   "einer anderen Familie.";
    }
    void realErrorsAreTranslated() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, german);
        const Message message = messageFor(name, content);
        QCOMPARE(translated(message), QString::fromStdString(message.text()));
        m_language.speak("de");
        QCOMPARE(translated(message), german);
        QCOMPARE(translated(Error(ErrorCode::BadFile, message)), german);
    }

    void theLayerOfAModelAlone() {
        EngineOptions options;
        options.model =
            std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/guesses/qwen35-layer-alone.gguf";
        try {
            (void)Engine::load(options, {}, {});
            QFAIL("it was loaded");
        } catch (const Error& error) {
            const QString said = translatedInBoth(error.message());
            QVERIFY2(said.endsWith("The file has only the layer of a model that guesses further tokens; "
                                   "choose the file of the whole model."),
                     qPrintable(said));
        }
    }
    void aFileThatIsCutShort() {
        const Message message =
            messageFor("kurz.gguf", bytesOf(test::GgufWriter()
                                                .text("general.architecture", "llama")
                                                .rawTensor("output.weight", {1024, 1024}, 0, 0)));
        QCOMPARE(translated(message), QString::fromStdString(message.text()));
        m_language.speak("de");
        const QString german = translated(message);
        QVERIFY2(german.startsWith(
                     "„kurz.gguf“ ist nicht zu gebrauchen: Der Tensor „output.weight“ reicht über das "
                     "Ende der Datei hinaus ("),
                 qPrintable(german));
    }

    void rareErrorsAreTranslated() {
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
        const Message scarce = messageFor("scarce.gguf", image);
        scarceFrom = SIZE_MAX;
        QVERIFY(is(translatedInBoth(scarce),
                   "\"scarce.gguf\" cannot be used: there is not enough memory to read its tables\\."));
        QByteArray foreign = bytesOf(test::GgufWriter());
        std::reverse(foreign.begin() + 4, foreign.begin() + 8);
        QVERIFY(is(translatedInBoth(messageFor("other.gguf", foreign)),
                   "\"other.gguf\" cannot be used: it is written for big-endian machines; choose the "
                   "ordinary file of the model\\."));
        EngineOptions folder;
        folder.model = "/dev/null";
        try {
            (void)Engine::load(folder, {}, {});
            QFAIL("a device was loaded");
        } catch (const Error& error) {
            QVERIFY(is(translatedInBoth(error.message()),
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

    /// Refused before anything is computed.
    void aPictureThatNoPassHolds() {
        const std::filesystem::path path = m_folder.filePath("m.gguf").toStdString();
        test::tinyLlamaGguf().save(path);
        EngineOptions options;
        options.model = path;
        options.backend = "cpu";
        options.contextLength = 1024;
        const auto engine = Engine::load(options, {}, {});
        GenerationRequest request;
        request.prompt.emplace();
        request.prompt->tokens.assign(600, 1);
        request.prompt->spans = {
            {.content = {1, 1}, .first = 10, .rows = 513, .positions = 513, .bothWays = true}};
        struct Nobody : GenerationListener {
        } listener;
        try {
            (void)test::generate(*engine, request, listener, {});
            QFAIL("it was read");
        } catch (const Error& error) {
            QCOMPARE(translatedInBoth(error.message()),
                     QStringLiteral("A picture of the prompt has 513 tokens, which this model reads all at "
                                    "once, and 512 is the most that it can; make the picture smaller."));
        }
    }

    /// The engine's own tests bring them about by files.
    void errorsOfPictures() {
        const std::vector<Error> problems{
            Error(errors::notAPicture),
            Error(errors::unreadKind, {"JPEG", "with 12 bits a sample"}),
            Error(errors::damagedPicture, {"PNG"}),
            Error(errors::largePicture, {"120", "100"}),
            Error(errors::slowPicture, {"30"}),
            Error(errors::noMemoryForPicture),
            Error(errors::decoderNotStarted, {"Cannot allocate memory"}),
            Error(errors::missingCodec, {"AVIF", "libheif-plugin-dav1d"}),
            Error(errors::cannotSee),
        };
        for (const Error& problem : problems)
            QCOMPARE(translatedInBoth(problem.message()), QString::fromUtf8(problem.what()));
    }

    void strangeModelsAreTranslated_data() {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("no architecture")
            << "general.architecture"
            << ""
            << "The file does not say which architecture it holds \\(general\\.architecture is missing\\); "
               "choose another model file\\.";
        QTest::newRow("no embeddings")
            << "tensor:token_embd.weight"
            << ""
            << "The model file has no usable token embeddings \\(token_embd\\.weight\\); it is a vocabulary "
               "only, or damaged\\.";
        QTest::newRow("positions") << "llama.rope.scaling.type"
                                   << "elastic"
                                   << "The model stretches its positions by the method \"elastic\", which "
                                      "Hearth does not know yet; choose another model\\.";
        QTest::newRow("no vocabulary") << "tokenizer.ggml.model"
                                       << "no_vocab"
                                       << "This file has no vocabulary, so text cannot be turned into "
                                          "tokens; choose a file that includes its tokenizer\\.";
        QTest::newRow("words") << "tokenizer.ggml.pre"
                               << "novel"
                               << "Hearth does not know the pre-tokenizer 'novel' of this file; a newer "
                                  "version may\\.";
        QTest::newRow("no tokens") << "tokenizer.ggml.tokens"
                                   << ""
                                   << "The vocabulary of this file is damaged: .+; download the file "
                                      "again\\.";
    }
    void strangeModelsAreTranslated() {
        QFETCH(QString, part);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const std::string key = part.toStdString(), text = value.toStdString();
        const auto writer = test::tinyLlamaGguf([&](test::GgufWriter& out, std::string_view name) {
            // A key that the file has not comes before one that it has.
            if (key == "llama.rope.scaling.type" && name == "llama.rope.freq_base") out.text(key, text);
            if (name != key) return false;
            if (!text.empty()) out.text(name, text);
            return true;
        });
        const QString problem = problemOf(writer, [](const std::filesystem::path&) {});
        QVERIFY2(QRegularExpression(QRegularExpression::anchoredPattern(said)).match(problem).hasMatch(),
                 qPrintable(problem));
    }

    void faultsOfTemplatesAreTranslated_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("said");
        QTest::newRow("fails") << "{{ messages.first.second }}"
                               << "The chat template failed: 'messages' is undefined.";
        QTest::newRow("long") << "{% for i in range(100) %}{{ 'x' * 20000 }}{% endfor %}"
                              << "The chat template makes a text longer than 1 MiB; choose another template "
                                 "for this model.";
        QTest::newRow("deep") << "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}"
                              << "The chat template nests too deeply or calls itself without end; choose "
                                 "another template for this model.";
        QTest::newRow("work")
            << "{% for i in range(3000) %}{% for j in range(3000) %}{% endfor %}{% endfor %}"
            << "The chat template takes too much work; choose another template for this "
               "model.";
        QTest::newRow("memory") << "{% set x = namespace(l=[]) %}{% for i in range(200) %}{% set x.l = x.l + "
                                   "['y' * 900] %}{% endfor %}"
                                << "The chat template uses too much memory; choose another template for this "
                                   "model.";
    }
    void faultsOfTemplatesAreTranslated() {
        QFETCH(QString, source);
        QFETCH(QString, said);
        TemplateLimits limits;
        limits.outputBytes = std::string_view(QTest::currentDataTag()) == "memory" ? 1000 : 1 << 20;
        limits.steps = 1'000'000;
        try {
            (void)ChatTemplate::parse(source.toStdString(), limits).renderText({});
            QFAIL("rendered");
        } catch (const Error& error) {
            QCOMPARE(translatedInBoth(error.message()), said);
        }
    }

    void aReplyWithoutMemory() {
        const std::filesystem::path path = m_folder.filePath("m.gguf").toStdString();
        test::tinyLlamaGguf().save(path);
        EngineOptions options;
        options.model = path;
        options.backend = "reference";
        const auto engine = Engine::load(options);
        struct Listener : GenerationListener {
            Message said;
            void failed(const Error& error) override { said = error.message(); }
        } listener;
        GenerationRequest request;
        request.rawTokens.assign(100, 1);
        (void)engine->submit(request, listener);
        scarceFrom = 1000;
        (void)engine->step();
        scarceFrom = SIZE_MAX;
        QCOMPARE(translatedInBoth(listener.said),
                 QString("There is not enough memory for the replies that run; close other programs or load "
                         "a smaller model."));
    }

    void aReplyThatDoesNotFitItsForm() {
        const std::filesystem::path path = m_folder.filePath("m.gguf").toStdString();
        test::tinyLlamaGguf().save(path);
        EngineOptions options;
        options.model = path;
        options.backend = "reference";
        const auto engine = Engine::load(options);
        struct Nobody : GenerationListener {
        } listener;
        GenerationRequest request;
        request.messages = {{"user", "x", {}, {}}, {"assistant", "What?", {}, {}}};
        request.continueLast = true;
        request.grammar = {ReplyGrammar::Kind::Regex, "yes|no"};
        try {
            (void)engine->submit(request, listener);
            QFAIL("submitted");
        } catch (const Error& error) {
            QCOMPARE(
                translated(error),
                QString(
                    "The reply so far does not match its structure; generate it again, or switch structured "
                    "output off."));
        }
    }

    void aCacheThatCannotBeKept() {
        const std::filesystem::path path = m_folder.filePath("m.gguf").toStdString();
        test::tinyLlamaGguf().save(path);
        QFile plain(m_folder.filePath("plain"));
        QVERIFY(plain.open(QFile::WriteOnly));
        EngineOptions options;
        options.model = path;
        options.backend = "reference";
        GenerationRequest request;
        request.rawTokens.assign(100, 1);
        request.sampling.maxTokens = 1;
        struct Nobody : GenerationListener {
        } listener;
        options.prefixFolder = m_folder.filePath("plain/kept").toStdString();
        {
            const auto engine = Engine::load(options);
            (void)test::generate(*engine, request, listener);
            std::optional<Error> problem;
            QTRY_VERIFY(problem || (problem = engine->cache()->takeProblem()));
            QCOMPARE(translatedInBoth(problem->message()),
                     QString("What was processed cannot be kept in %1/plain/kept: Not a directory; make room "
                             "there, or give yourself permission to write.")
                         .arg(m_folder.path()));
        }
        options.prefixFolder = m_folder.filePath("damaged").toStdString();
        {
            const auto engine = Engine::load(options);
            (void)test::generate(*engine, request, listener);
            engine->cache()->flush();
            QVERIFY(!engine->cache()->takeProblem());
        }
        for (const auto& file : std::filesystem::recursive_directory_iterator(options.prefixFolder))
            if (file.is_regular_file()) std::filesystem::resize_file(file.path(), 20);
        const auto engine = Engine::load(options);
        (void)test::generate(*engine, request, listener);
        const auto problem = engine->cache()->takeProblem();
        QVERIFY(problem);
        QCOMPARE(translatedInBoth(problem->message()),
                 QString("A part of what was kept in %1/damaged is damaged or cannot be read; it is computed "
                         "again.")
                     .arg(m_folder.path()));
    }

    void aCopyThatCannotBeWritten() {
        const std::filesystem::path path = m_folder.filePath("m.gguf").toStdString();
        test::tinyLlamaGguf().save(path);
        try {
            (void)quantizeModel(path, "/dev/full/copy.gguf", BlockType::Q8_0);
            QFAIL("written");
        } catch (const Error& error) {
            QCOMPARE(translatedInBoth(error.message()),
                     QString("\"/dev/full/copy.gguf\" cannot be written: Not a directory; choose another "
                             "place or make room."));
        }
    }

    void problemsOfFoldersAreTranslated() {
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
                    if (translated(error) == english) return "not translated: " + english;
                }
                m_language.speak("en");
                return translated(error).remove("The folder \"Qwen3\" cannot be used: ");
            }
            return QString("no error");
        };
        QCOMPARE(said("notes.txt", ""), QString("its file \"config.json\" is missing; download it again."));
        QCOMPARE(said("config.json", "{"),
                 QString("its file \"config.json\" is damaged; download it again."));
        QCOMPARE(
            said("config.json", R"({"model_type": "t5"})"),
            QString("Hearth does not read folders of the kind \"t5\" yet; choose a GGUF file of the model."));
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
        said("config.json", config + '}');
        QCOMPARE(
            said("tokenizer.json", R"({"model": {"type": "WordLevel"}})"),
            QString("its tokenizer.json is of a kind that Hearth does not read yet; choose a GGUF file of "
                    "the model."));
        QCOMPARE(
            said(
                "tokenizer.json",
                R"({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}, "normalizer": {"type": "Lowercase"}})"),
            QString("its tokenizer.json changes texts by the rule \"Lowercase\", which Hearth does not "
                    "know; choose a GGUF file of the model."));
        QCOMPARE(
            said("tokenizer.json", R"({"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2, "d": 3},
                      "merges": []}, "pre_tokenizer": {"type": "Metaspace"}})"),
            QString("its tokenizer.json splits words by the rule \"Metaspace\", which Hearth does not "
                    "know; choose a GGUF file of the model."));
        QVERIFY(QFile::remove(folder.filePath("tokenizer.json")));
        QVERIFY(QFile::remove(folder.filePath("config.json")));
        // A link to itself cannot be opened, by the administrator neither.
        QVERIFY(QFile::link("config.json", folder.filePath("config.json")));
        QVERIFY(is(said("notes.txt", ""), "its file \"config.json\" cannot be opened: .+\\."));
    }

    void codesOfNoNumberAreTranslated() {
        const QString from = QStringLiteral(HEARTH_SOURCE_DIR "/tests/reference/packed/fp8-blocks");
        const QDir folder(m_folder.filePath("fp8"));
        QVERIFY(folder.mkpath("."));
        for (const QString& name : QDir(from).entryList(QDir::Files))
            QVERIFY(QFile::copy(from + '/' + name, folder.filePath(name)));
        QFile weights(folder.filePath("model.safetensors"));
        QVERIFY(weights.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(weights.open(QFile::ReadWrite));
        const QByteArray bytes = weights.readAll();
        qint64 header = 0;
        for (int i = 7; i >= 0; --i) header = header << 8 | static_cast<uint8_t>(bytes[i]);
        const auto facts = nlohmann::json::parse(bytes.mid(8, header).toStdString());
        const auto& down = facts.at("model.layers.0.mlp.down_proj.weight");
        QVERIFY(weights.seek(8 + header + down.at("data_offsets")[0].get<qint64>() + 5));
        QVERIFY(weights.putChar('\x7F'));
        weights.close();
        const GgufFile file = GgufFile::open(folder.path().toStdString());
        const GgufTensor* tensor = file.findTensor("blk.0.ffn_down.weight");
        QVERIFY(tensor != nullptr);
        std::vector<std::byte> values(tensor->sizeBytes);
        try {
            file.read(*tensor, 0, values);
            QFAIL("read");
        } catch (const Error& error) {
            QVERIFY2(translatedInBoth(error.message())
                         .endsWith("its weights \"model.layers.0.mlp.down_proj\" hold a code that is not "
                                   "a number; download it again."),
                     error.what());
        }
    }

    void textsToCalibrateWithAreTranslated() {
        QCOMPARE(translatedInBoth(Error(errors::calibrationNotText).message()),
                 QString("The calibration text is not UTF-8; give a text file of the kind that the model is "
                         "for."));
        QCOMPARE(translatedInBoth(Error(errors::calibrationTooShort, {12, 128}).message()),
                 QString("The calibration text has 12 tokens; it needs at least 128."));
    }

    void embeddingModelsWriteNoReplies() {
        EngineOptions options;
        options.model = HEARTH_SOURCE_DIR "/tests/reference/embeddings/bert-cls";
        options.backend = "cpu";
        const QString english("This model makes embeddings and writes no replies; choose a chat model.");
        const auto said = [&](const auto& ask) {
            try {
                ask();
            } catch (const Error& error) {
                return translatedInBoth(error.message());
            }
            return QString("no error");
        };
        QCOMPARE(said([&] { (void)Engine::load(options, {}, {}); }), english);
        QCOMPARE(said([&] { (void)Engine::plan(options); }), english);
    }

    void draftProblemsAreTranslated() {
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
            return translatedInBoth(checkDraft(options).problem);
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
                                                 "to before wrong guesses; choose another one."));
    }

    void noSuchFile() {
        EngineOptions options;
        options.model = m_folder.filePath("fort.gguf").toStdString();
        m_language.speak("de");
        try {
            (void)Engine::load(options, {}, {});
            QFAIL("a file that is not there was loaded");
        } catch (const Error& error) {
            QCOMPARE(translated(error),
                     QString("„fort.gguf“ ist nicht zu gebrauchen: Die Datei lässt sich nicht "
                             "öffnen: No such file or directory."));
        }
    }

    void everyStepOfLoadingIsTranslated() {
        const std::filesystem::path path = m_folder.filePath("steps.gguf").toStdString();
        test::tinyLlamaGguf().save(path);
        EngineOptions options;
        options.model = path;
        options.backend = "cpu";
        options.prefixFolder = m_folder.filePath("prefixes").toStdString();
        options.draftModel = path;
        std::set<LoadStep> steps;
        const auto listen = [&](const LoadStatus& progress) { steps.insert(progress.step); };
        {
            const auto engine = Engine::load(options, listen);
            struct Nobody : GenerationListener {
            } listener;
            GenerationRequest request;
            request.rawText = "a";
            request.sampling.maxTokens = 2;
            (void)test::generate(*engine, request, listener);
            engine->cache()->flush();
        }
        (void)Engine::load(options, listen);
        steps.insert(LoadStep::Vision);  // of vision models
        QCOMPARE(steps.size(), static_cast<size_t>(LoadStep::Ready) + 1);
        for (const LoadStep step : steps) {
            const std::string_view text = loadStepText(step);
            const QString english = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
            m_language.speak("en");
            QCOMPARE(translated(step), english);
            for (const char* language : {"de", "es", "fr", "zh_CN"}) {
                m_language.speak(language);
                QVERIFY2(translated(step) != english, qPrintable(language + english));
            }
        }
    }

    void argumentsAreTakenOver() {
        const MessageKind full{
            "prompt.context-full",
            "The prompt has %1 tokens and the context only %2; shorten it or load the model "
            "with a longer context."};
        m_language.speak("de");
        QCOMPARE(
            translated(Message(full, {9000, 4096})),
            QString("Der Prompt hat 9000 Tokens und der Kontext nur 4096; kürze ihn oder lade das Modell mit "
                    "einem längeren Kontext."));
        // Names are data, even if they look like placeholders, and so are texts from elsewhere.
        const MessageKind file{"file.unusable", "\"%1\" cannot be used: %2."};
        QCOMPARE(translated(Message(file, {"%2 %1.gguf"}, Message::verbatim("100 %1"))),
                 QString("„%2 %1.gguf“ ist nicht zu gebrauchen: 100 %1."));
        // A message without a translation stays English.
        QCOMPARE(translated(Message({"new", "Something new went wrong with %1."}, {"x"})),
                 QString("Something new went wrong with x."));
        QCOMPARE(translated(Message()), QString());
        QCOMPARE(translated(std::runtime_error("Some %1 error")), QString("Some %1 error"));
    }

    void whereItRunsIsTranslated_data() {
        QTest::addColumn<DeviceDescription>("device");
        QTest::addColumn<QString>("german");
        QTest::newRow("one") << DeviceDescription{.name = "", .threads = 1, .instructions = "AVX2"}
                             << "1 Thread, AVX2";
        QTest::newRow("several") << DeviceDescription{.name = "",
                                                      .threads = 8,
                                                      .instructions = "AVX-512 VNNI + AMX"}
                                 << "8 Threads, AVX-512 VNNI + AMX";
        QTest::newRow("split") << DeviceDescription{.name = "GeForce RTX 4070",
                                                    .threads = 8,
                                                    .instructions = "AVX2"}
                               << "GeForce RTX 4070 und 8 Threads, AVX2";
        QTest::newRow("a card") << DeviceDescription{.name = "GeForce RTX 4070"} << "GeForce RTX 4070";
        QTest::newRow("a server") << DeviceDescription{.name = "2 threads"} << "2 threads";
    }
    void whereItRunsIsTranslated() {
        QFETCH(DeviceDescription, device);
        QFETCH(QString, german);
        QCOMPARE(translated(device), QString::fromStdString(device.text()));
        m_language.speak("de");
        QCOMPARE(translated(device), german);
        QCOMPARE(translatedBackend(QString("Auf rack.lan")), QString("Auf rack.lan"));
    }

    void whyThereIsNoCardIsTranslated() {
        // The engine's own words on this machine, or those of a machine that has a card.
        EngineOptions options;
        options.model = m_folder.filePath("reason.gguf").toStdString();
        test::tinyLlamaGguf().save(options.model);
        for (const Message& reason : Engine::load(options)->info().backendReason)
            QVERIFY2(!translatedInBoth(reason).startsWith("not translated"), reason.text().c_str());
        const Message shortage(
            {"card.out-of-memory",
             "The graphics card ran out of memory (%1); put fewer layers on it, or choose a "
             "smaller context or model."},
            {"12 MiB asked for, 5 MiB free"}),
            split({"placement.layers-on-cpu", "%1 of %2 layers run on the CPU"}, {3, 32});
        m_language.speak("de");
        QCOMPARE(
            translated(std::vector{shortage, split}),
            QString("Der Speicher der Grafikkarte ist voll (12 MiB asked for, 5 MiB free); lege weniger "
                    "Schichten auf sie oder wähle einen kürzeren Kontext oder ein kleineres Modell. 3 von 32 "
                    "Schichten laufen auf der CPU"));
        m_language.speak("zh_CN");
        QCOMPARE(translated(split), QString("32 层中有 3 层在 CPU 上运行"));
        QCOMPARE(translated(std::vector<Message>()), QString());
    }

    void theTemplateNoteIsTranslated() {
        EngineOptions options;
        options.backend = "cpu";
        options.model = m_folder.filePath("note.gguf").toStdString();
        const auto noteFor = [&](bool broken) {
            test::tinyLlamaGguf([&](test::GgufWriter& writer, std::string_view part) {
                if (broken && part == "tokenizer.ggml.model")
                    writer.text("tokenizer.chat_template", "{% if %}");
                return part == "tokenizer.chat_template";
            }).save(options.model);
            return Engine::load(options)->info().templateNote;
        };
        const Message bad = noteFor(true), none = noteFor(false);
        QVERIFY2(
            bad.text().starts_with("The model's own template does not work (The chat template is broken "),
            bad.text().c_str());
        m_language.speak("de");
        const QString german = translated(bad);
        QVERIFY2(german.startsWith(
                     "Die eigene Vorlage des Modells funktioniert nicht (The chat template is broken "),
                 qPrintable(german));
        QVERIFY2(german.endsWith(" wird benutzt."), qPrintable(german));
        QVERIFY2(translated(none).startsWith("Das Modell bringt keine Chat-Vorlage mit; "),
                 qPrintable(translated(none)));
    }
};

QTEST_GUILESS_MAIN(TestMessageTranslation)
#include "tst_message_translation.moc"

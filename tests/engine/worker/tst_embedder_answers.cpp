#include "worker/embedder_answers.h"

#include <QtTest/QtTest>

#include "engine/embedding/text_folder.h"

using namespace hearth;
using namespace hearth::test;
using wire::Call;
using wire::packed;
using wire::Reader;

namespace {

EmbedderOptions onAnyDevice(const TextFolder& folder) {
    return {.model = folder.path(), .backend = "auto", .threads = 1, .devices = {0}};
}

bool isRefused(EmbedderAnswers& answers, Call call, const std::string& arguments) {
    Reader in(arguments);
    wire::Writer out;
    try {
        answers.answer(call, in, {}, out);
    } catch (const Error& error) {
        return error.is(errors::workerNonsense);
    }
    return false;
}

}  // namespace

class TestEmbedderAnswers : public QObject {
    Q_OBJECT

private slots:
    void loadsOnTheProcessorAndAnswers() {
        const TextFolder folder;
        std::vector<std::string> parts;
        EmbedderAnswers answers([&parts](const std::string& part) { parts.push_back(part); });
        QVERIFY(!answers.isLoaded() && answers.tokenizer() == nullptr);
        wire::Writer out;
        answers.load(onAnyDevice(folder), true, {}, out);
        QVERIFY(answers.isLoaded() && answers.tokenizer() != nullptr && !parts.empty());
        Reader read(out.bytes());
        const auto loaded = read.take<wire::LoadedEmbedding>();
        read.end();
        QVERIFY(loaded.filesShut && loaded.vocabulary && !loaded.noVocabulary);
        QCOMPARE(loaded.info.backendName, std::string("cpu"));

        parts.clear();
        const std::string arguments = packed(std::vector<std::string>{"a cat", "dogs"}, EmbeddingKind::Plain);
        Reader in(arguments);
        wire::Writer made;
        answers.answer(Call::Embed, in, {}, made);
        Reader vectors(made.bytes());
        QCOMPARE(vectors.take<std::vector<Embedding>>().size(), size_t(2));
        QCOMPARE(Reader(parts.back()).take<uint64_t>(), uint64_t(2));
    }

    void nonsenseIsRefused() {
        const TextFolder folder;
        EmbedderAnswers answers([](const std::string&) {});
        const std::string texts = packed(std::vector<std::string>{"a cat"}, EmbeddingKind::Plain);
        QVERIFY(isRefused(answers, Call::Embed, texts));
        wire::Writer out;
        answers.load(onAnyDevice(folder), false, {}, out);
        QVERIFY(isRefused(answers, Call::Embed, texts.substr(0, texts.size() - 1)));
        QVERIFY(isRefused(answers, Call::Embed, packed(std::vector<std::string>{}, uint8_t{3})));
        QVERIFY(isRefused(answers, Call::Step, {}));
        QVERIFY_THROWS_EXCEPTION(Error, answers.load(onAnyDevice(folder), false, {}, out));
    }
};

QTEST_GUILESS_MAIN(TestEmbedderAnswers)
#include "tst_embedder_answers.moc"

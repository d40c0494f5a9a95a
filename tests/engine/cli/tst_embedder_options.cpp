#include "cli/embedder_options.h"

#include <QtTest>

#include "engine/embedding/text_folder.h"

using namespace hearth;

class TestEmbedderOptions : public QObject {
    Q_OBJECT

    const test::TextFolder m_folder;

    std::unique_ptr<Embedder> load(std::vector<std::string> words) const {
        words.insert(words.end(), {"--in-process", "-m", m_folder.path().string()});
        return cli::loadEmbedder(cli::Arguments(words, cli::embedderOptionList), {});
    }

private slots:
    void readsWhatIsGiven() {
        const auto embedder = load({"--backend", "reference", "-t", "1", "--max-tokens", "7"});
        QCOMPARE(embedder->info().backendName, std::string("reference"));
        QCOMPARE(embedder->info().maxTokens, 7);
        QCOMPARE(load({})->info().maxTokens, 96);
    }
    void refusesWhatCannotBe() {
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"--max-tokens", "-1"}, {"--threads", "x"}, {"--backend", "abacus"}})
            QVERIFY_THROWS_EXCEPTION(cli::UsageError, (void)load(words));
        QVERIFY_THROWS_EXCEPTION(
            cli::UsageError,
            (void)cli::loadEmbedder(cli::Arguments(std::vector<std::string>(), cli::embedderOptionList), {}));
    }
};

QTEST_GUILESS_MAIN(TestEmbedderOptions)
#include "tst_embedder_options.moc"

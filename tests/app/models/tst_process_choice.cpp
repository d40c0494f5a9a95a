#include "models/process_choice.h"

#include <QtTest>

#include "support/played_provider.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Answers everything with a number.
class Numbered : public test::PlayedProvider {
public:
    explicit Numbered(uint64_t number)
        : PlayedProvider(std::make_shared<test::EngineScript>()), m_number(number) {}

    std::unique_ptr<Engine> load(const EngineOptions&, const std::function<void(const LoadStatus&)>&,
                                 std::stop_token) const override {
        throw Error(ErrorCode::BadFile, std::to_string(m_number));
    }
    std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions&, const std::stop_token&) const override {
        throw Error(ErrorCode::BadFile, std::to_string(m_number));
    }
    MemoryPlan plan(const EngineOptions&) const override {
        MemoryPlan plan;
        plan.weightsBytes = m_number;
        return plan;
    }
    DraftCheck checkDraft(const EngineOptions&) const override { return {{}, m_number}; }
    ModelHeader header(const QString&) const override {
        ModelHeader header;
        header.sizeBytes = m_number;
        return header;
    }
    TokenWork work(const QString&) const override {
        TokenWork work;
        work.parameters = m_number;
        return work;
    }
    bool makesEmbeddings(const QString&) const override { return m_number == 2; }
    bool reranks(const QString&) const override { return m_number == 2; }

private:
    uint64_t m_number;
};

template <class Call>
std::string refusal(Call call) {
    try {
        (void)call();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

class TestProcessChoice : public QObject {
    Q_OBJECT

private slots:
    void theChoiceOfTheMomentCounts() {
        ProcessChoice choice;
        const ChosenModels models(std::make_unique<Numbered>(1), std::make_unique<Numbered>(2), choice);
        for (const bool own : {false, true, false}) {
            choice.set(own);
            const uint64_t wanted = own ? 2 : 1;
            QCOMPARE(refusal([&] { return models.load({}, {}, {}); }), std::to_string(wanted));
            QCOMPARE(refusal([&] { return models.loadEmbedder({}, {}); }), std::to_string(wanted));
            QCOMPARE(models.plan({}).weightsBytes, wanted);
            QCOMPARE(models.checkDraft({}).bytes, wanted);
            QCOMPARE(models.header({}).sizeBytes, wanted);
            QCOMPARE(models.work({}).parameters, wanted);
            QCOMPARE(models.makesEmbeddings({}), own);
            QCOMPARE(models.reranks({}), own);
        }
    }
};

QTEST_GUILESS_MAIN(TestProcessChoice)
#include "tst_process_choice.moc"

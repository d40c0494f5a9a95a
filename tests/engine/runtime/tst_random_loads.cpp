// Three models in memory for two of them, asked, unloaded and asked again at random: tiny ones, or with
// HEARTH_MODELS=A.gguf:B.gguf:C.gguf HEARTH_LOADS=200 real ones.
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <algorithm>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <sstream>

#include "engine/runtime/noting_sink.h"
#include "hearth/model_host.h"
#include "support/generate.h"
#include "support/resident_memory.h"
#include "support/sanitized.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using test::NotingSink;

namespace {

/// Bytes of the engines that are loaded, and the most there were.
struct Taken {
    std::mutex mutex;
    uint64_t now = 0, most = 0;
    int loads = 0, engines = 0, mostEngines = 0;
};

/// A real engine that is counted as long as it lives.
class CountedEngine final : public Engine {
public:
    CountedEngine(std::unique_ptr<Engine> engine, uint64_t bytes, Taken& taken)
        : m_engine(std::move(engine)), m_bytes(bytes), m_taken(taken) {
        const std::scoped_lock lock(m_taken.mutex);
        ++m_taken.loads;
        m_taken.most = std::max(m_taken.most, m_taken.now += m_bytes);
        m_taken.mostEngines = std::max(m_taken.mostEngines, ++m_taken.engines);
    }
    ~CountedEngine() override {
        m_engine.reset();
        const std::scoped_lock lock(m_taken.mutex);
        m_taken.now -= m_bytes;
        --m_taken.engines;
    }
    EngineInfo info() const override { return m_engine->info(); }
    std::shared_ptr<const PromptService> prompts() const override { return m_engine->prompts(); }
    CacheAdmin* cache() override { return m_engine->cache(); }
    Probe* probe() override { return m_engine->probe(); }
    PromptEstimate prepare(GenerationRequest& request, std::stop_token stop) const override {
        return m_engine->prepare(request, stop);
    }
    void prefetch(const GenerationRequest& request, std::stop_token stop) override {
        m_engine->prefetch(request, stop);
    }
    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority priority) override {
        return m_engine->submit(std::move(request), listener, priority);
    }
    void cancel(RequestId id) override { m_engine->cancel(id); }
    void endAll() override { m_engine->endAll(); }
    void setPriority(RequestId id, Priority priority) override { m_engine->setPriority(id, priority); }
    std::optional<RequestStatus> status(RequestId id) const override { return m_engine->status(id); }
    bool step() override { return m_engine->step(); }

private:
    std::unique_ptr<Engine> m_engine;
    const uint64_t m_bytes;
    Taken& m_taken;
};

const bool areReal = qEnvironmentVariableIsSet("HEARTH_MODELS");
/// The tiny models know few letters.
const std::vector<std::string> questions =
    areReal ? std::vector<std::string>{"My favourite place is", "In the year 1850", "Dear Anna, yesterday"}
            : std::vector<std::string>{"abc", "cd a", "bad!"};

GenerationRequest request(const std::string& question) {
    GenerationRequest made;
    made.rawText = question;
    made.sampling.temperature = 0;
    made.sampling.maxTokens = areReal ? 24 : 8;
    made.ignoreEndOfText = true;
    return made;
}

}  // namespace

class TestRandomLoads : public QObject {
    Q_OBJECT

    struct Subject {
        EngineOptions options;
        std::vector<std::string> answers;  ///< alone, by question
        uint64_t bytes = 0;                ///< without its cache
        uint64_t cacheBytes = 0;
    };
    QTemporaryDir m_folder;
    std::map<std::string, Subject> m_subjects;
    uint64_t m_budget = 0, m_caches = 0;
    Taken m_taken;

    std::vector<std::filesystem::path> files() {
        std::vector<std::filesystem::path> found;
        std::istringstream given(qEnvironmentVariable("HEARTH_MODELS").toStdString());
        for (std::string file; std::getline(given, file, ':');) found.emplace_back(file);
        for (int i = 0; found.size() < 3; ++i) {
            const std::string file = m_folder.filePath(QStringLiteral("%1.gguf").arg(i)).toStdString();
            test::tinyLlamaGguf([i](test::GgufWriter& writer, std::string_view part) {
                if (part != "tensor:output.weight") return false;
                std::vector<float> weights(size_t{32} * 16);
                std::mt19937 random(static_cast<unsigned>(i));
                for (float& weight : weights) weight = static_cast<float>(random() % 2001) / 1000.0F - 1.0F;
                writer.tensorF32("output.weight", {32, 16}, weights);
                return true;
            }).save(file);
            found.emplace_back(file);
        }
        return found;
    }
    ModelSource source(const Subject& subject) {
        ModelSource made;
        made.load = [this, &subject](const std::stop_token& stop) -> std::unique_ptr<Engine> {
            return std::make_unique<CountedEngine>(Engine::load(subject.options, {}, stop), subject.bytes,
                                                   m_taken);
        };
        made.memory = [this, &subject] {
            const std::scoped_lock lock(m_taken.mutex);
            return ModelSource::Memory{.needed = subject.bytes,
                                       .free = m_budget - std::min(m_budget, m_taken.now)};
        };
        return made;
    }

private slots:
    void initTestCase() {
        std::vector<uint64_t> sizes;
        for (const std::filesystem::path& file : files()) {
            Subject& subject = m_subjects[file.stem().string()];
            subject.options.model = file;
            subject.options.backend = "cpu";
            subject.options.threads = 2;
            subject.options.contextLength = areReal ? 512 : 16;
            const MemoryPlan plan = Engine::plan(subject.options);
            subject.bytes = plan.weightsBytes + plan.scratchBytes;
            subject.cacheBytes = plan.kvBytes;
            sizes.push_back(subject.bytes);
            m_caches += subject.cacheBytes;
            const auto engine = Engine::load(subject.options);
            for (const std::string& question : questions) {
                GenerationListener ignores;
                subject.answers.push_back(test::generate(*engine, request(question), ignores).text);
            }
        }
        QCOMPARE(m_subjects.size(), size_t(3));
        for (size_t question = 0; question < questions.size(); ++question) {
            std::set<std::string> different;
            for (const auto& [id, subject] : m_subjects) different.insert(subject.answers[question]);
            QCOMPARE(different.size(), size_t(3));
        }
        std::ranges::sort(sizes, std::greater());
        m_budget = sizes[0] + sizes[1];
    }

    void eachAnswerIsOfTheModelThatWasAsked() {
        const int rounds = std::max(60, qEnvironmentVariableIntValue("HEARTH_LOADS"));
        std::mt19937 random(static_cast<unsigned>(std::max(1, qEnvironmentVariableIntValue("HEARTH_SEED"))));
        const auto pick = [&random](size_t count) { return static_cast<size_t>(random() % count); };
        std::vector<std::string> ids;
        auto host = std::make_unique<ModelHost>(ModelHost::Options());
        for (const auto& [id, subject] : m_subjects) {
            ids.push_back(id);
            host->add(id, source(subject));
        }
        struct Asked {
            std::string id;
            size_t question = 0;
            std::shared_ptr<HostedModel> model;
            RequestId request = 0;
            std::unique_ptr<NotingSink> sink;
            bool isCancelled = false;
        };
        std::vector<Asked> asked;
        int right = 0, cancelled = 0, unloads = 0;
        int64_t settled = 0, most = 0;
        const auto finish = [&](size_t index) {
            Asked& one = asked[index];
            std::string text = one.sink->end();
            const std::string& wanted = m_subjects[one.id].answers[one.question];
            if (one.isCancelled && text.starts_with("cancelled: ")) {
                text = text.substr(std::string_view("cancelled: ").size());
                QVERIFY2(wanted.starts_with(text), text.c_str());
                ++cancelled;
            } else {
                QCOMPARE(text, wanted);
                ++right;
            }
            asked.erase(asked.begin() + static_cast<ptrdiff_t>(index));
        };
        for (int round = 0; round < rounds || !asked.empty(); ++round) {
            if (round < rounds) {
                Asked one{
                    ids[pick(ids.size())], pick(questions.size()), {}, 0, std::make_unique<NotingSink>()};
                one.model = host->find(one.id);
                one.request =
                    one.model->requests.submit(request(questions[one.question]), *one.sink, Priority::Chat);
                asked.push_back(std::move(one));
            }
            if (!asked.empty() && pick(8) == 0) {
                Asked& one = asked[pick(asked.size())];
                one.isCancelled = true;
                one.model->requests.cancel(one.request);
            }
            // A model stays loaded as long as a pointer to it is held, so all that have their answers let go.
            while (!asked.empty() && (round >= rounds || asked.size() > 4)) {
                const auto ended =
                    std::ranges::find_if(asked, [](const Asked& one) { return one.sink->hasEnded(); });
                if (ended != asked.end())
                    finish(static_cast<size_t>(ended - asked.begin()));
                else
                    QThread::msleep(1);
            }
            if (pick(4) == 0) {
                const std::string& id = ids[pick(ids.size())];
                if (std::ranges::none_of(asked, [&](const Asked& one) { return one.id == id; })) {
                    host->closeAndWait({id});
                    host->add(id, source(m_subjects[id]));
                    ++unloads;
                }
            }
            most = std::max(most, test::residentBytes());
            if (round == rounds / 3) settled = most;
        }
        host.reset();
        QCOMPARE(m_taken.engines, 0);
        QVERIFY(right + cancelled == rounds && right > rounds / 2);
        QVERIFY2(m_taken.most <= m_budget, qPrintable(QString::number(m_taken.most)));
        QVERIFY(m_taken.loads > 3 && unloads > 0);
        qInfo(
            "%d answers right, %d cancelled; %d loads, %d unloads; at most %d models, %.1f of %.1f MiB; "
            "resident %.1f MiB "
            "after a third, %.1f at most, %.1f at the end",
            right, cancelled, m_taken.loads, unloads, m_taken.mostEngines,
            static_cast<double>(m_taken.most) / 1048576, static_cast<double>(m_budget) / 1048576,
            static_cast<double>(settled) / 1048576, static_cast<double>(most) / 1048576,
            static_cast<double>(test::residentBytes()) / 1048576);
        if (test::addressSanitized || test::threadSanitized) return;
        QVERIFY(most - settled < 64 << 20);
    }
};

QTEST_APPLESS_MAIN(TestRandomLoads)
#include "tst_random_loads.moc"

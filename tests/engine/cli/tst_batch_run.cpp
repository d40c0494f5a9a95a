#include "cli/batch_run.h"

#include <QTemporaryDir>
#include <QtTest>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "engine/runtime/served_script.h"
#include "hearth/error.h"
#include "runtime/reply_wait.h"
#include "support/picture_urls.h"
#include "tiny_reference.h"

using namespace hearth;
using namespace hearth::cli;
using Json = nlohmann::json;

class BatchRunTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<ModelLoop> m_model;
    QFile m_input;

    /// The model, which begins with nothing before so much was posted, and with none of some requests before
    /// the prompts of all are made: how far one gets meanwhile depends on the machine.
    class Gate final : public EngineExecutor {
    public:
        Gate(EngineExecutor& model, int posts, size_t prompts)
            : m_model(model), m_left(posts), m_prompts(prompts) {}
        void close() {
            m_model.post([open = m_open.get_future().share()](Engine*, const Error*) { open.wait(); });
        }
        void post(Task task) override {
            const std::scoped_lock lock(m_mutex);
            if (m_left == 0 && m_prompts != 0) {
                m_held.push_back(std::move(task));
                if (m_held.size() < m_prompts) return;
                for (Task& held : m_held) m_model.post(std::move(held));
                m_prompts = 0;
                return;
            }
            m_model.post(std::move(task));
            if (m_left != 0 && --m_left == 0) m_open.set_value();
        }
        void beside(std::function<void(const std::stop_token&)> work) override {
            m_model.beside(std::move(work));
        }
        void cancel(RequestId id) override { m_model.cancel(id); }

    private:
        EngineExecutor& m_model;
        std::mutex m_mutex;
        int m_left;
        size_t m_prompts;  ///< whose submission is held
        std::vector<Task> m_held;
        std::promise<void> m_open;
    };

    static QByteArray line(int number, int tokens) {
        const Json json{{"custom_id", std::to_string(number)},
                        {"method", "POST"},
                        {"url", "/v1/completions"},
                        {"body", {{"prompt", "a b c"}, {"temperature", 0}, {"max_tokens", tokens}}}};
        return QByteArray::fromStdString(json.dump()) + "\n";
    }
    platform::FileHandle open(const QByteArray& bytes) {
        m_input.close();
        m_input.setFileName(m_folder.filePath("in.jsonl"));
        if (!m_input.open(QFile::ReadWrite | QFile::Truncate) || m_input.write(bytes) != bytes.size() ||
            !m_input.flush() || !m_input.seek(0))
            qFatal("cannot write");
        return platform::FileHandle(m_input.handle());
    }
    std::string output() const { return m_folder.filePath("out.jsonl").toStdString(); }

private slots:
    void initTestCase() {
        EngineOptions options;
        options.model = hearth::test::tinyModel().toStdString();
        options.threads = 1;
        m_model =
            std::make_unique<ModelLoop>([options](const std::stop_token&) { return Engine::load(options); });
    }

    void answersInTheOrderTheyEnd() {
        const platform::FileHandle input = open(line(1, 40) + line(2, 3) + line(3, 20));
        BatchTotals totals;
        BatchProgress progress;
        // Its name is asked for, and then come three requests.
        Gate gate(*m_model, 4, 3);
        {
            LineReader lines(input, "in");
            BatchFile file(output(), input);
            BatchRun run(gate, lines, file, 3, totals);
            gate.close();
            QVERIFY(run.run(progress, {}));
        }
        // The queue posts to the gate until then.
        waitFor(*m_model, [](Engine&) {});
        QCOMPARE(totals.done, uint64_t(3));
        QCOMPARE(totals.errors, uint64_t(0));
        QCOMPARE(totals.tokens, int64_t(63));
        QFile file(QString::fromStdString(output()));
        QVERIFY(file.open(QFile::ReadOnly));
        std::string order;
        for (const QByteArray& answer : file.readAll().trimmed().split('\n'))
            order += Json::parse(answer.toStdString()).at("custom_id").get<std::string>();
        QCOMPARE(order, std::string("231"));
    }

    void anEngineThatFailsEndsItAndNothingIsAnswered() {
        QFile::remove(QString::fromStdString(output()));
        const auto script = std::make_shared<hearth::test::EngineScript>();
        script->titlePieces = {"Hello"};  // requests with a limit on tokens
        script->generateError = "The card is gone.";
        script->generateErrorCode = ErrorCode::Device;
        const auto model = hearth::test::servedScript(script);
        const platform::FileHandle input = open(line(1, 40) + line(2, 3));
        BatchTotals totals;
        BatchProgress progress;
        LineReader lines(input, "in");
        BatchFile file(output(), input);
        BatchRun run(*model, lines, file, 2, totals);
        try {
            (void)run.run(progress, {});
            QFAIL("nothing thrown");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Device);
        }
        QCOMPARE(totals.done, uint64_t(0));
        QCOMPARE(QFileInfo(QString::fromStdString(output())).size(), qint64(0));
    }

    void aPictureThatCannotBeReadIsAnErrorOfItsLine() {
        QFile::remove(QString::fromStdString(output()));
        const auto chat = [](int number, const std::string& url) {
            const Json picture{{"type", "image_url"}, {"image_url", {{"url", url}}}};
            const Json message{{"role", "user"}, {"content", Json::array({picture})}};
            const Json json{{"custom_id", std::to_string(number)},
                            {"method", "POST"},
                            {"url", "/v1/chat/completions"},
                            {"body", {{"messages", Json::array({message})}, {"max_tokens", 1}}}};
            return QByteArray::fromStdString(json.dump()) + "\n";
        };
        // The model does not see.
        const platform::FileHandle input =
            open(chat(1, hearth::test::pictureUrl()) + chat(2, "https://x.example/y.png") + line(3, 3));
        BatchTotals totals;
        BatchProgress progress;
        {
            LineReader lines(input, "in");
            BatchFile file(output(), input);
            BatchRun run(*m_model, lines, file, 1, totals);
            QVERIFY(run.run(progress, {}));
        }
        QCOMPARE(totals.done, uint64_t(3));
        QCOMPARE(totals.errors, uint64_t(2));
        QFile file(QString::fromStdString(output()));
        QVERIFY(file.open(QFile::ReadOnly));
        std::map<std::string, std::string> codes;
        for (const QByteArray& text : file.readAll().split('\n')) {
            const Json answer = Json::parse(text.toStdString(), nullptr, false);
            if (answer.is_discarded()) continue;
            const Json& response = answer.at("response");
            const Json error = response.at("body").value("error", Json::object());
            codes[answer.at("custom_id")] = error.is_object() ? error.value("code", "") : "";
        }
        QCOMPARE(codes, (std::map<std::string, std::string>{
                            {"1", "images_not_supported"}, {"2", "invalid_image_url"}, {"3", ""}}));
    }

    void stopsBetweenTheSteps() {
        QFile::remove(QString::fromStdString(output()));
        const platform::FileHandle input = open(line(1, 40));
        std::stop_source stop;
        stop.request_stop();
        BatchTotals totals;
        BatchProgress progress;
        LineReader lines(input, "in");
        BatchFile file(output(), input);
        {
            BatchRun run(*m_model, lines, file, 2, totals);
            QVERIFY(!run.run(progress, stop.get_token()));
        }
        QCOMPARE(totals.done, uint64_t(0));
        // Nothing of it is left there.
        QVERIFY(!waitFor(*m_model, [](Engine& engine) { return engine.step(); }));
    }
};

QTEST_GUILESS_MAIN(BatchRunTest)
#include "tst_batch_run.moc"

// The cache on disk, batches and requests of other programs while the disk fails or memory is short.
#include <fcntl.h>

#include <QFile>
#include <QtTest>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/batch_run.h"
#include "engine/server/tiny_server.h"
#include "faults/fault_flow.h"
#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/model_loop.h"
#include "server/response_store.h"
#include "support/failing_calls.h"
#include "support/generate.h"
#include "support/reference_pack.h"

using namespace hearth;
using hearth::test::FaultFlow;
using hearth::test::FlowEnd;
using Json = nlohmann::json;

namespace {

EngineOptions options() {
    EngineOptions options;
    options.model = test::tinyModelsFolder() / "llama-f32.gguf";
    options.threads = 1;
    options.contextLength = 1024;
    return options;
}

GenerationRequest request() {
    GenerationRequest request;
    request.rawText.emplace();
    for (int i = 0; i < 120; ++i) *request.rawText += i % 3 == 0 ? "the river " : "a b c ";
    request.sampling.temperature = 0;
    request.sampling.maxTokens = 12;
    request.tenant = "a chat";
    return request;
}

/// Runs `work` and reports its error as a command does.
FlowEnd told(const std::function<bool()>& work) {
    FlowEnd end;
    try {
        end.done = work();
    } catch (const std::bad_alloc&) {
        end.told += QStringLiteral("The memory is full.");
    } catch (const Error& error) {
        end.told += QString::fromUtf8(error.what());
    }
    return end;
}

}  // namespace

class TestEngineFaults : public QObject {
    Q_OBJECT

private slots:
    /// A cache that cannot be written or read costs time; the reply is the same.
    void prefixFiles() {
        GenerationListener nobody;
        const std::string wanted = test::generate(*Engine::load(options()), request(), nobody).text;
        bool wrong = false;
        int replies = 0;
        const auto reply = [&](const QString& folder) {
            return told([&] {
                EngineOptions kept = options();
                kept.prefixFolder = (folder + "/prefixes").toStdString();
                const auto engine = Engine::load(kept);
                wrong |= test::generate(*engine, request(), nobody).text != wanted;
                // One more that nobody has seen.
                GenerationRequest other = request();
                *other.rawText = std::to_string(++replies) + *other.rawText;
                (void)test::generate(*engine, other, nobody);
                engine->cache()->flush({}, {});
                if (const auto problem = engine->cache()->takeProblem()) throw *problem;
                return true;
            });
        };
        FaultFlow flow;
        flow.mayFailSilently = true;
        flow.prepare = [&](const QString& folder) { (void)reply(folder); };
        flow.run = reply;
        flow.check = [&](const QString& folder) -> QString {
            const FlowEnd again = reply(folder);
            if (wrong) return QStringLiteral("another reply");
            return again.done ? QString() : again.told.join(u' ');
        };
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    /// An answer in the file is there once, whole, and stays.
    void batches() {
        ModelLoop model([this](const std::stop_token&) { return Engine::load(options()); });
        std::set<std::string> acknowledged;
        const auto answers = [](const QString& folder) {
            QFile file(folder + "/out.jsonl");
            std::multiset<std::string> ids;
            if (!file.open(QFile::ReadOnly)) return ids;
            for (const QByteArray& line : file.readAll().split('\n'))
                if (!line.isEmpty())
                    ids.insert(Json::parse(line.toStdString()).at("custom_id").get<std::string>());
            return ids;
        };
        const auto run = [&](const QString& folder) {
            return told([&] {
                QFile input(folder + "/in.jsonl");
                if (!input.open(QFile::ReadOnly)) throw Error(ErrorCode::Io, "The requests cannot be read.");
                cli::BatchTotals totals;
                cli::BatchProgress progress;
                cli::LineReader lines(platform::FileHandle(input.handle()), "in.jsonl");
                cli::BatchFile output((folder + "/out.jsonl").toStdString(),
                                      platform::FileHandle(input.handle()));
                cli::BatchRun batch(model, lines, output, 4, totals);
                const bool done = batch.run(progress, {});
                output.sync();
                return done;
            });
        };
        FaultFlow flow;
        flow.prepare = [](const QString& folder) {
            QFile input(folder + "/in.jsonl");
            if (!input.open(QFile::WriteOnly)) qFatal("not written");
            for (int i = 0; i < 12; ++i) {
                const Json line{{"custom_id", std::to_string(i)},
                                {"method", "POST"},
                                {"url", "/v1/completions"},
                                {"body", {{"prompt", "a b c"}, {"temperature", 0}, {"max_tokens", 4 + i}}}};
                input.write(QByteArray::fromStdString(line.dump()) + "\n");
            }
        };
        flow.run = [&](const QString& folder) {
            const FlowEnd end = run(folder);
            const auto ids = answers(folder);
            acknowledged = {ids.begin(), ids.end()};
            return end;
        };
        flow.check = [&](const QString& folder) -> QString {
            const FlowEnd again = run(folder);
            if (!again.done) return again.told.join(u' ');
            const auto ids = answers(folder);
            for (const std::string& id : acknowledged)
                if (ids.count(id) == 0)
                    return QStringLiteral("answer %1 is lost").arg(QString::fromStdString(id));
            return ids.size() == 12 && std::set(ids.begin(), ids.end()).size() == 12
                       ? QString()
                       : QStringLiteral("%1 answers").arg(ids.size());
        };
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    /// A server answers every request, if only with an error, and keeps its responses where it can.
    void requests() {
        test::TinyServer server;
        const std::string body = Json{{"model", "tiny"},
                                      {"input", "the river"},
                                      {"temperature", 0},
                                      {"max_output_tokens", 4},
                                      {"store", true}}
                                     .dump() +
                                 std::string(70000, ' ');
        const auto ask = [&](const QString& folder) {
            QStringList answered;
            std::weak_ptr<server::ResponseStore> responses;
            FlowEnd end = told([&] {
                server::ApiOptions api;
                api.responses = std::make_shared<server::ResponseStore>((folder + "/responses").toStdString(),
                                                                        server::ResponseStore::defaultBytes);
                responses = api.responses;
                server.serve(std::move(api));
                const std::string answer = server.ask("POST", "/v1/responses", body);
                const int status = test::statusOf(answer);
                const Json json = test::TinyServer::bodyOf(answer);
                if (status == 0) return false;
                if (status != 200)
                    answered += QString::fromStdString(json.at("error").at("message").get<std::string>());
                return status == 200;
            });
            server.serve({});
            // The file is let go once the thread of the model has forgotten the reply as well.
            (void)QTest::qWaitFor([&] { return responses.expired(); }, 10'000);
            end.told += answered;
            return end;
        };
        FaultFlow flow;
        flow.run = ask;
        flow.check = [&](const QString& folder) -> QString {
            const FlowEnd again = ask(folder);
            return again.done ? QString() : QStringLiteral("afterwards: ") + again.told.join(u' ');
        };
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
};

QTEST_GUILESS_MAIN(TestEngineFaults)
#include "tst_engine_faults.moc"

#include "hearth/worker.h"

#include <QtTest/QtTest>
#include <algorithm>
#include <map>

#include "support/generate.h"
#include "worker_process.h"

using namespace hearth;
using namespace hearth::test;

namespace {

/// /proc/NUMBER/status by key.
std::map<std::string, std::string> statusOf(pid_t process) {
    std::map<std::string, std::string> status;
    std::ifstream file("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(file, line);)
        if (const size_t colon = line.find(":\t"); colon != std::string::npos)
            status[line.substr(0, colon)] = line.substr(colon + 2);
    return status;
}

}  // namespace

class TestWorker : public QObject {
    Q_OBJECT

private slots:
    void onlyOneArgumentMeansIt() {
        const char* words[] = {"hearth", WorkerProcess::argument, "more"};
        QVERIFY(isWorker(2, words));
        QVERIFY(!isWorker(1, words) && !isWorker(3, words));
    }

    void theProcessIsShutInWithAllItsThreads() {
        const auto engine = loadInWorker(tinyOptions(), builtProcess());
        GenerationListener nobody;
        (void)test::generate(*engine, greedyRequest("Hello", 4), nobody);
        const std::vector<pid_t> all = modelProcesses();
        QCOMPARE(all.size(), size_t(1));
        int threads = 0;
        for (const auto& task :
             std::filesystem::directory_iterator("/proc/" + std::to_string(all[0]) + "/task")) {
            auto status = statusOf(std::stoi(task.path().filename()));
            QCOMPARE(status["Seccomp"], std::string("2"));
            QCOMPARE(status["NoNewPrivs"], std::string("1"));
            ++threads;
        }
        QVERIFY(threads >= 3);
    }

    void nothingIsOpenButTheModelAndTheChannels() {
        // Files that the program has open are not passed to the worker.
        QTemporaryFile secret;
        QVERIFY(secret.open());
        const auto engine = loadInWorker(tinyOptions(), builtProcess());
        const std::filesystem::path files = "/proc/" + std::to_string(modelProcesses().at(0)) + "/fd";
        int sockets = 0;
        for (const auto& entry : std::filesystem::directory_iterator(files)) {
            const std::string what = std::filesystem::read_symlink(entry.path());
            if (what.starts_with("socket:")) ++sockets;
            const bool isKnown =
                what.starts_with("socket:") || what == "/dev/null" || what == tinyOptions().model.string();
            QVERIFY2(isKnown, what.c_str());
        }
        QCOMPARE(sockets, 3);
    }

    void secretsOfTheEnvironmentStayHere() {
        qputenv("HF_TOKEN", "a secret");
        const auto engine = loadInWorker(tinyOptions(), builtProcess());
        const auto environment = readText("/proc/" + std::to_string(modelProcesses().at(0)) + "/environ");
        QVERIFY(environment.find("secret") == std::string::npos);
        qunsetenv("HF_TOKEN");
    }
};

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"

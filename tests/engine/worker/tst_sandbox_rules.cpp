#include "worker/sandbox_rules.h"

#include <QtTest/QtTest>
#include <algorithm>
#include <fstream>

using namespace hearth;

class TestSandboxRules : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path at(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    static EngineOptions optionsOf(const std::filesystem::path& model,
                                   const std::filesystem::path& draft = {}) {
        EngineOptions options;
        options.model = model;
        options.draftModel = draft;
        return options;
    }
    static bool reads(const platform::SandboxRules& rules, const std::filesystem::path& path) {
        return std::ranges::find(rules.readable, path) != rules.readable.end();
    }

private slots:
    void aFileIsReadAndItsNeighboursAreNot() {
        const platform::SandboxRules rules = rulesFor(optionsOf(at("a.gguf"), at("b.gguf")), {});
        QVERIFY(reads(rules, at("a.gguf")) && reads(rules, at("b.gguf")) && !reads(rules, at("")));
        QVERIFY(rules.writable.empty());
    }

    void visionFilesAreRead() {
        EngineOptions options = optionsOf(at("a.gguf"));
        options.visionFile = at("mmproj-a.gguf");
        const platform::SandboxRules rules = rulesFor(options, {});
        QVERIFY(reads(rules, at("a.gguf")) && reads(rules, at("mmproj-a.gguf")));
        QVERIFY(rules.writable.empty());
    }

    void allPartsOfAModelAreRead() {
        const platform::SandboxRules rules = rulesFor(optionsOf(at("m-00001-of-00003.gguf")), at("cache"));
        for (const char* part : {"m-00001-of-00003.gguf", "m-00002-of-00003.gguf", "m-00003-of-00003.gguf"})
            QVERIFY(reads(rules, at(part)));
        QCOMPARE(rules.writable, std::vector{at("cache")});
    }

    void foldersAreReadWithWhatTheirLinksLeadTo() {
        std::filesystem::create_directories(at("blobs"));
        std::filesystem::create_directories(at("snapshot"));
        std::ofstream(at("blobs/weights")) << "text";
        std::ofstream(at("snapshot/config.json")) << "{}";
        std::filesystem::create_symlink(at("blobs/weights"), at("snapshot/model.safetensors"));
        for (const char* named : {"snapshot", "snapshot/config.json"}) {
            const platform::SandboxRules rules = rulesFor(optionsOf(at(named)), {});
            QVERIFY(reads(rules, at("snapshot")) && reads(rules, at("snapshot/model.safetensors")));
            QVERIFY(!reads(rules, at("blobs")));
        }
    }
};

QTEST_GUILESS_MAIN(TestSandboxRules)
#include "tst_sandbox_rules.moc"

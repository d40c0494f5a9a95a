#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "command_line.h"
#include "support/tiny_llama_gguf.h"
#include "support/tower_tables.h"

using namespace hearth;
using test::isOneLineFailure;
using test::runCommand;

class InspectCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_model = m_folder.filePath("tiny.gguf");

private slots:
    void initTestCase() { test::tinyLlamaGguf().save(m_model.toStdString()); }

    void theListingAndTheJsonAgree() {
        const auto listing = runCommand({"inspect", m_model});
        QCOMPARE(listing.status, 0);
        for (const char* part :
             {"\"llama\"", "attention", "Weights by type", "F32", "blk.1.ffn_down.weight", "Memory plan"})
            QVERIFY2(listing.output.contains(part), part);
        const auto json = runCommand({"inspect", m_model, "--json"});
        QCOMPARE(json.status, 0);
        const auto root = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(root["metadata"]["llama.block_count"].toInt(), 2);
        QCOMPARE(root["parameters"]["total"].toInt(),
                 2 * 512 + 2 * (2 * 1024 + 2 * 512 + 3 * 1536 + 64) + 32);
        QCOMPARE(root["types"]["F32"]["tensors"].toInt(), 21);
        QVERIFY(root["memory"]["weights_bytes"].toDouble() > 0 || root["memory"]["error"].isString());
    }

    void thePartThatSeesIsNamed() {
        const auto vision = [](const QStringList& arguments) {
            const auto json = runCommand(arguments);
            return QJsonDocument::fromJson(json.output).object()["vision"].toObject();
        };
        QVERIFY(vision({"inspect", m_model, "--json"}).isEmpty());
        const QString file = m_folder.filePath("mmproj-tiny-f16.gguf");
        test::towerTables(32).save(file.toStdString());
        for (const QStringList& how : {QStringList(), QStringList{"--mmproj", file}}) {
            const auto facts = vision(QStringList{"inspect", m_model, "--json"} + how);
            QCOMPARE(facts["file"].toString(), file);
            QCOMPARE(facts["projector"].toString(), QString("gemma3"));
            QCOMPARE(facts["layers"].toInt(), 2);
            QCOMPARE(facts["width"].toInt(), 8);
            QCOMPARE(facts["patch"].toInt(), 14);
            QCOMPARE(facts["tokens_of_896x896"].toInt(), 256);
        }
        const auto listing = runCommand({"inspect", m_model});
        QVERIFY(listing.output.contains("Vision encoder") && listing.output.contains("\"gemma3\""));
        const auto none = vision({"inspect", m_model, "--json", "--mmproj", m_model});
        QVERIFY(!none["error"].toString().isEmpty());
        QVERIFY(QFile::remove(file));
    }

    void wrongUseIsStatusTwo() {
        QVERIFY(isOneLineFailure(runCommand({"inspect"}), 2));
        QVERIFY(isOneLineFailure(runCommand({"inspect", m_model, "--wrong"}), 2));
        QVERIFY(isOneLineFailure(runCommand({"inspect", m_model, m_model}), 2));
    }

    void badFilesAreStatusOne() {
        QVERIFY(isOneLineFailure(runCommand({"inspect", m_folder.filePath("none.gguf")}), 1));
        QVERIFY(isOneLineFailure(runCommand({"inspect", m_folder.path()}), 1));
        QFile broken(m_folder.filePath("broken.gguf"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("GGUF\3");
        broken.close();
        QVERIFY(isOneLineFailure(runCommand({"inspect", broken.fileName()}), 1));
    }
};

QTEST_GUILESS_MAIN(InspectCommandTest)
#include "tst_inspect_command.moc"

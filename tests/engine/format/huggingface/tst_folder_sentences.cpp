#include "format/huggingface/folder_sentences.h"

#include <QDir>
#include <QtTest>

#include "written_folder.h"

using namespace hearth;
using namespace hearth::format;

class TestFolderSentences : public QObject, hearth::test::WrittenFolder {
    Q_OBJECT

    /// The values that the folder gives, as text.
    QMap<QString, QString> settings() const {
        GgufTables tables;
        MetadataTable table(tables, "bert");
        addSentenceSettings(m_folder.path().toStdString(), table);
        QMap<QString, QString> out;
        for (const auto& [key, value] : tables.metadata) {
            const auto* text = std::get_if<std::string>(&value.storage());
            out[QString::fromStdString(key)] = text != nullptr
                                                   ? QString::fromStdString(*text)
                                                   : QString::number(std::get<uint64_t>(value.storage()));
        }
        return out;
    }
    QString refusal() const {
        try {
            (void)settings();
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }
    static QByteArray step(const char* kind, const char* path) {
        return QByteArray("[{'type': 'sentence_transformers.models.") + kind + "', 'path': '" + path + "'}]";
    }

private slots:
    void cleanup() {
        for (const char* name :
             {"modules.json", "config_sentence_transformers.json", "sentence_bert_config.json"})
            QFile::remove(m_folder.filePath(name));
    }

    void otherFoldersSayNothing() { QVERIFY(settings().isEmpty()); }

    void poolingPromptsAndLength() {
        QDir(m_folder.path()).mkpath("1_Pooling");
        write("modules.json", step("Pooling", "1_Pooling"));
        write("1_Pooling/config.json", "{'pooling_mode_cls_token': true, 'pooling_mode_mean_tokens': false}");
        write("config_sentence_transformers.json", "{'prompts': {'query': 'q: ', 'passage': 'p: '}}");
        write("sentence_bert_config.json", "{'max_seq_length': 256}");
        const auto found = settings();
        QCOMPARE(found["bert.pooling_type"], QString("2"));
        QCOMPARE(found["sentence_transformers.query_prefix"], QString("q: "));
        QCOMPARE(found["sentence_transformers.passage_prefix"], QString("p: "));
        QCOMPARE(found["sentence_transformers.max_length"], QString("256"));
        write("1_Pooling/config.json", "{'pooling_mode': 'lasttoken'}");
        QCOMPARE(settings()["bert.pooling_type"], QString("3"));
    }

    void settingsThatWouldChangeVectorsAreRefused() {
        write("sentence_bert_config.json", "{'max_seq_length': 256, 'do_lower_case': true}");
        QVERIFY2(refusal().contains("\"do_lower_case\" to true"), qPrintable(refusal()));
        write("sentence_bert_config.json", "{'do_lower_case': false}");
        QCOMPARE(refusal(), QString());
        QDir(m_folder.path()).mkpath("1_Pooling");
        write("modules.json", step("Pooling", "1_Pooling"));
        write("1_Pooling/config.json", "{'pooling_mode_mean_tokens': true, 'include_prompt': false}");
        QVERIFY2(refusal().contains("\"include_prompt\" to false"), qPrintable(refusal()));
        write("1_Pooling/config.json", "{'pooling_mode_mean_tokens': true, 'include_prompt': true}");
        QCOMPARE(refusal(), QString());
    }

    void projectionsAndAnswersAreFound() {
        const auto modules = [&] {
            GgufTables tables;
            MetadataTable table(tables, "qwen3");
            return addSentenceSettings(m_folder.path().toStdString(), table);
        };
        QVERIFY(modules().dense.empty() && !modules().answers);
        for (const char* name : {"2_Dense", "1_LogitScore"}) QDir(m_folder.path()).mkpath(name);
        write("2_Dense/config.json", "{'activation_function': 'torch.nn.modules.linear.Identity'}");
        write("modules.json", step("Dense", "2_Dense"));
        QCOMPARE(modules().dense.size(), size_t{1});
        QCOMPARE(modules().dense[0].filename().string(), std::string("2_Dense"));
        write("2_Dense/config.json", "{'activation_function': 'torch.nn.modules.activation.Tanh'}");
        QVERIFY(refusal().contains("Tanh"));
        write("modules.json", step("LogitScore", "1_LogitScore"));
        write("1_LogitScore/config.json", "{'true_token_id': 9693, 'false_token_id': 2152}");
        QVERIFY(modules().answers == std::pair(uint64_t{9693}, uint64_t{2152}));
        write("1_LogitScore/config.json", "{'true_token_id': 9693, 'false_token_id': null}");
        QVERIFY(refusal().contains("one token"));
    }

    void stepsThatNothingHereDoesAreRefused() {
        write("1_Pooling/config.json", "{'pooling_mode_max_tokens': true}");
        write("modules.json", step("Pooling", "1_Pooling"));
        QVERIFY(refusal().contains("pools in a way"));
        write("1_Pooling/config.json", "{'pooling_mode_cls_token': true, 'pooling_mode_mean_tokens': true}");
        QVERIFY(refusal().contains("several ways"));
        write("modules.json", step("Pooling", "../1_Pooling"));
        QVERIFY(refusal().contains("Pooling"));
        write("modules.json", step("LSTM", "1_LSTM"));
        QVERIFY(refusal().contains("LSTM"));
        for (const char* list : {"{}", "[1]", "["}) {
            write("modules.json", list);
            QVERIFY2(!refusal().isEmpty(), list);
        }
    }
};

QTEST_GUILESS_MAIN(TestFolderSentences)
#include "tst_folder_sentences.moc"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "command_line.h"
#include "tiny_reference.h"

using namespace hearth::test;

class TemplateCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
        file.write(text);
        return file.fileName();
    }
    static QByteArray context(const QJsonObject& more = {}) {
        QJsonObject all{{"messages", QJsonArray{QJsonObject{{"role", "user"}, {"content", "Grüße <|x|>"}}}}};
        for (auto it = more.begin(); it != more.end(); ++it) all.insert(it.key(), it.value());
        return QJsonDocument(all).toJson();
    }
    CommandResult rendered(const QByteArray& source, const QByteArray& variables) const {
        return runCommand({"template", "--template", file("t.jinja", source), "-"}, variables);
    }

private slots:
    void theModelsOwnTemplate() {
        // ChatML, written out by hand.
        const QByteArray start = "<|im_start|>user\nGrüße <|x|><|im_end|>\n";
        const QString path = file("c.json", context());
        auto result = runCommand({"template", "-m", tinyModel(), path});
        QCOMPARE(result.status, 0);
        QCOMPARE(result.output, start);
        QCOMPARE(result.error, QByteArray());
        result = runCommand({"template", "-m", tinyModel(), "-"}, context({{"add_generation_prompt", true}}));
        QCOMPARE(result.output, start + "<|im_start|>assistant\n");
    }

    void aTemplateOfOnesOwn() {
        QCOMPARE(rendered("{% for m in messages %}{{ m.content | upper }}{{ bos_token }}{% endfor %}",
                          context({{"bos_token", "<s>"}}))
                     .output,
                 QByteArray("GRÜSSE <|X|><s>"));
        QCOMPARE(rendered("", "{}").output, QByteArray());
        QCOMPARE(rendered("a\n\n", "{}").output, QByteArray("a\n"));  // Jinja drops one newline at the end
    }

    void theClockCanBeSet() {
        QCOMPARE(
            rendered("{{ strftime_now('%d %B %Y, %H:%M') }}", "{\"now\": \"2026-01-15T12:34:56\"}").output,
            QByteArray("15 January 2026, 12:34"));
    }

    void aTemplateMayRefuse() {
        const auto result = rendered("{{ raise_exception('Roles must alternate, dear.') }}", context());
        QVERIFY(isOneLineFailure(result, 1));
        QVERIFY(result.error.contains("Roles must alternate, dear."));
    }

    void badInputIsStatusOne() {
        QVERIFY(isOneLineFailure(rendered("{% for %}", "{}"), 1));
        QVERIFY(isOneLineFailure(rendered("{{ 1 // 0 }}", "{}"), 1));
        QVERIFY(isOneLineFailure(rendered("{% for i in range(100000000) %}{{ i }}{% endfor %}", "{}"), 1));
        for (const char* bad : {"", "[]", "{", "3", "{\"messages\": [}"})
            QVERIFY2(isOneLineFailure(rendered("x", bad), 1), bad);
        QVERIFY(isOneLineFailure(runCommand({"template", "-m", "none.gguf", "-"}, "{}"), 1));
        QVERIFY(isOneLineFailure(runCommand({"template", "-m", tinyModel("gemma2-f16"), "-"}, "{}"), 1));
        QVERIFY(isOneLineFailure(runCommand({"template", "-m", tinyModel(), "none.json"}), 1));
    }

    void wrongUseIsStatusTwo() {
        QVERIFY(isOneLineFailure(runCommand({"template", "-m", tinyModel()}), 2));
        QVERIFY(isOneLineFailure(runCommand({"template", "-"}, "{}"), 2));
        QVERIFY(
            isOneLineFailure(runCommand({"template", "-m", tinyModel(), "--template", "x", "-"}, "{}"), 2));
    }
};

QTEST_GUILESS_MAIN(TemplateCommandTest)
#include "tst_template_command.moc"

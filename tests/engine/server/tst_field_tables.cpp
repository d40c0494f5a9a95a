// docs/server.md names exactly the fields that the readers of requests know.
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include "anthropic/message_request.h"
#include "openai/completion_request.h"
#include "openai/embedding_request.h"
#include "openai/peer_fields.h"
#include "openai/rerank_request.h"
#include "openai/response_request.h"
#include "openai/shared_fields.h"

using namespace hearth;

class TestFieldTables : public QObject {
    Q_OBJECT

    /// The names in the first column of the table under a heading.
    static QSet<QString> documented(const QString& heading) {
        QFile file(QStringLiteral(HEARTH_SOURCE_DIR "/docs/server.md"));
        if (!file.open(QFile::ReadOnly)) return {};
        const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
        static const QRegularExpression name("`([^`]+)`");
        QSet<QString> names;
        for (qsizetype i = lines.indexOf("### " + heading) + 1;
             i < lines.size() && !lines[i].startsWith("##"); ++i) {
            if (!lines[i].startsWith("| `")) continue;
            for (auto match = name.globalMatch(lines[i].section('|', 1, 1)); match.hasNext();)
                names.insert(match.next().captured(1));
        }
        return names;
    }
    static QSet<QString> known(const std::vector<std::string_view>& fields) {
        QSet<QString> names;
        for (const std::string_view field : fields)
            names.insert(QString::fromUtf8(field.data(), static_cast<qsizetype>(field.size())));
        return names;
    }

private slots:
    void theTableIsTheCode_data() {
        QTest::addColumn<QString>("heading");
        QTest::addColumn<QSet<QString>>("fields");
        const auto row = [](const char* heading, const std::vector<std::string_view>& fields) {
            QTest::addRow("%s", heading) << QString(heading) << known(fields);
        };
        row("Every request for a reply", openai::sharedFields());
        row("Fields of other servers", openai::peerFields());
        row("POST /v1/chat/completions", openai::completionFields(openai::Completion::Chat));
        row("POST /v1/completions", openai::completionFields(openai::Completion::Text));
        row("POST /v1/responses", openai::responseFields());
        row("POST /v1/embeddings", openai::embeddingFields());
        row("POST /v1/rerank", openai::rerankFields());
        row("POST /v1/messages", anthropic::messageFields(anthropic::MessageUse::Reply));
        row("POST /v1/messages/count_tokens", anthropic::messageFields(anthropic::MessageUse::Count));
    }
    void theTableIsTheCode() {
        QFETCH(QString, heading);
        QFETCH(QSet<QString>, fields);
        const QSet<QString> inTable = documented(heading);
        QVERIFY2((fields - inTable).isEmpty(),
                 qPrintable("not documented: " + QStringList((fields - inTable).values()).join(' ')));
        QVERIFY2((inTable - fields).isEmpty(),
                 qPrintable("not known: " + QStringList((inTable - fields).values()).join(' ')));
        QVERIFY(!fields.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestFieldTables)
#include "tst_field_tables.moc"

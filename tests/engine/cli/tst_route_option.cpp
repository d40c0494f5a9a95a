#include "cli/route_option.h"

#include <QTemporaryDir>
#include <QtTest>

#include "cli/arguments.h"
#include "hearth/error.h"
#include "router/router_errors.h"
#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::cli;

class TestRouteOption : public QObject {
    Q_OBJECT

private slots:
    void readsNamesAndRules() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("rules"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("{\"first_tokens\": 3}");
        file.close();
        const server::Routing routing = routingOf("large=b,small=a,rules=" + file.fileName().toStdString());
        QCOMPARE(routing.small, std::string("a"));
        QCOMPARE(routing.large, std::string("b"));
        QCOMPARE(routing.rule.firstTokens, 3);
        QCOMPARE(routingOf("small=a=1,large=b").small, std::string("a=1"));
    }
    void otherWordsAreWrongUsage_data() {
        QTest::addColumn<QByteArray>("option");
        for (const char* option : {"", "a,b", "small=a", "small=,large=b", "small=a,large=b,large=c",
                                   "tiny=a,large=b", "small=a,large=b,rules="})
            QTest::newRow(option) << QByteArray(option);
    }
    void otherWordsAreWrongUsage() {
        QFETCH(QByteArray, option);
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)routingOf(option.toStdString()));
    }
    void rulesThatCannotBeUsedSayWhy() {
        const QTemporaryDir folder;
        const auto problemWith = [](const QString& path) -> std::optional<Error> {
            try {
                (void)routingOf("small=a,large=b,rules=" + path.toStdString());
            } catch (const Error& error) {
                return error;
            }
            return std::nullopt;
        };
        for (const QString& path : {folder.filePath("none"), folder.path()}) {
            const auto problem = problemWith(path);
            QVERIFY(problem && problem->code() == ErrorCode::Io);
            QVERIFY(QString(problem->what()).contains(path));
        }
        QFile file(folder.filePath("rules"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("{\"first\": 3}");
        file.close();
        QVERIFY(problemWith(file.fileName()).value().is(errors::rulesUnknownField));
    }
};

QTEST_GUILESS_MAIN(TestRouteOption)
#include "tst_route_option.moc"

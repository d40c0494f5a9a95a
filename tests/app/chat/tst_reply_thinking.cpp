#include "chat/reply_thinking.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestReplyThinking : public QObject {
    Q_OBJECT

private slots:
    void nothingIsSaidUnasked() {
        GenerationRequest request;
        setThinking(request, {{"temperature", 1}, {"thinking", ""}, {"effort", "endless"}});
        QVERIFY(request.templateVariables.empty());
    }

    void itStandsBesideTheTools() {
        GenerationRequest request;
        request.templateVariables = R"({"tools":[{"b":1,"a":2}]})";
        setThinking(request, {{"thinking", "on"}, {"effort", "medium"}});
        QCOMPARE(
            request.templateVariables,
            std::string(R"({"enable_thinking":true,"reasoning_effort":"medium","tools":[{"b":1,"a":2}]})"));
    }

    void eachStandsAlone() {
        GenerationRequest off, effort;
        setThinking(off, {{"thinking", "off"}});
        QCOMPARE(off.templateVariables, std::string(R"({"enable_thinking":false})"));
        setThinking(effort, {{"effort", "high"}});
        QCOMPARE(effort.templateVariables, std::string(R"({"reasoning_effort":"high"})"));
    }
};

QTEST_GUILESS_MAIN(TestReplyThinking)
#include "tst_reply_thinking.moc"

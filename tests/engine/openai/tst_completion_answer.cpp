#include "openai/completion_answer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::openai;

class TestCompletionAnswer : public QObject {
    Q_OBJECT

    static ReplyDelta said(const char* text) {
        ReplyDelta delta;
        delta.text = delta.shown = text;
        return delta;
    }
    static GenerationResult ended(const char* text) {
        GenerationResult result;
        result.text = text;
        return result;
    }

private slots:
    void repliesStandSideBySide() {
        CompletionRequest request;
        request.choices = 2;
        CompletionAnswer answer({"chatcmpl-1", "Tiny", 7}, request, nullptr);
        answer.add(1, said("two"));
        answer.add(0, said("one"));
        answer.finish(1, ended("two"));
        QVERIFY(!answer.isComplete());
        answer.finish(0, ended("one"));
        QVERIFY(answer.isComplete());
        const Json json = answer.json();
        QCOMPARE(json.at("object"), Json("chat.completion"));
        QCOMPARE(json.at("created"), Json(7));
        QCOMPARE(json.at("choices").at(0).at("message").at("content"), Json("one"));
        QCOMPARE(json.at("choices").at(1).at("message").at("content"), Json("two"));
        QCOMPARE(json.at("choices").at(1).at("index"), Json(1));
    }
    void aMessageOfCallsHasNoContent() {
        CompletionRequest request;
        request.tools = true;
        CompletionAnswer answer({"chatcmpl-1", "Tiny", 7}, request, nullptr);
        ReplyDelta delta;
        delta.call = ToolCallDelta{.index = 0, .id = "", .name = "f", .arguments = "{}", .written = ""};
        answer.add(0, delta);
        answer.finish(0, ended(""));
        const Json choice = answer.json().at("choices").at(0);
        QCOMPARE(choice.at("finish_reason"), Json("tool_calls"));
        QVERIFY(choice.at("message").at("content").is_null());
        QCOMPARE(choice.at("message").at("tool_calls").at(0).at("function").at("name"), Json("f"));
    }
    void theTextMayHaveThePromptInFront() {
        CompletionRequest request;
        request.kind = Completion::Text;
        request.generation.rawText = "Once ";
        request.echo = true;
        CompletionAnswer answer({"cmpl-1", "Tiny", 7}, request, nullptr);
        answer.finish(0, ended("upon"));
        QCOMPARE(answer.json().at("choices").at(0).at("text"), Json("Once upon"));
        QCOMPARE(answer.json().at("object"), Json("text_completion"));
    }
};

QTEST_GUILESS_MAIN(TestCompletionAnswer)
#include "tst_completion_answer.moc"

#include <QtTest>

#include "hearth/routing.h"

using namespace hearth;

class TestCodeRequest : public QObject {
    Q_OBJECT

private slots:
    void tellsRequestsForCode() {
        for (const char* text : {"Write a C function",
                                 "Write a C function that reverses a string.",
                                 "write a python script to rename files",
                                 "Can you write a function that sorts a list?",
                                 "How do I read a file in Python?",
                                 "Implement quicksort in Rust as a program, please.",
                                 "Fix the bug in my loop.",
                                 "I need a regex for dates.",
                                 "Create a SQL query for the ten best customers",
                                 "Make a snake game in JavaScript",
                                 "Thanks! Now write the code for it.",
                                 "Give me an example of a class in C",
                                 "Generate unit tests with pytest.",
                                 "Schreibe eine Funktion, die Primzahlen findet.",
                                 "Schreib mir ein Programm in C",
                                 "Escribe una función que sume dos números",
                                 "Écris une fonction en Python",
                                 "用Python写一个函数",
                                 "请写一段排序代码",
                                 "ソートの関数を書いてください"})
            QVERIFY2(asksForCode(text), text);
    }

    void leavesOtherRequestsAlone() {
        for (const char* text :
             {"", "What is the capital of France?", "What does HTML stand for?",
              "Write the word river in capital letters.", "Who wrote Romeo and Juliet?",
              "Write a poem about the sea.", "Write a code of conduct for a club.",
              "Give me the country code of Spain.", "Show the function of the heart.",
              "Make a plan for the class of tomorrow.", "Write a program for a concert evening.",
              "How do I go to the library?", "Code breakers of the war: show me their names.",
              "Compose a haiku about a compiler that regrets its warnings.",
              "Give me a test. Vitamin C is healthy.", "Schreibe ein Gedicht.", "写一首诗"})
            QVERIFY2(!asksForCode(text), text);
    }

    void goesToTheLargeModel() {
        GenerationRequest request;
        ChatMessage message;
        message.role = "user";
        message.content = "Write a C function";
        request.messages = {message};
        const RouteOutcome outcome = decideRoute(RoutingRule(), request);
        QCOMPARE(outcome.target, RouteTarget::Large);
        QCOMPARE(outcome.reason, RouteReason::Code);
        request.messages[0].content = "Write a poem";
        QCOMPARE(decideRoute(RoutingRule(), request).target, RouteTarget::Small);
    }

    void takesTimeByLength() {
        QVERIFY(!asksForCode(std::string(1 << 20, 'x')));
        std::string words;
        for (int i = 0; i < 100'000; ++i) words += "write how ";
        QVERIFY(!asksForCode(words));
    }
};

QTEST_GUILESS_MAIN(TestCodeRequest)
#include "tst_code_request.moc"

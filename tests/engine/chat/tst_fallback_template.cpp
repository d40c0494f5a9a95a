#include "chat/fallback_template.h"

#include <QtTest>
#include <nlohmann/json.hpp>
#include <set>

#include "hearth/chat_template.h"

using namespace hearth;
using Json = nlohmann::ordered_json;

class TestFallbackTemplate : public QObject {
    Q_OBJECT

private slots:
    void chosenByTheVocabulary_data();
    void chosenByTheVocabulary();
    void twoTokensAreNeeded();
    void whatPeopleTypeStaysText();
};

void TestFallbackTemplate::chosenByTheVocabulary_data() {
    QTest::addColumn<QStringList>("tokens");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("prompt");
    const auto row = [](const QStringList& tokens, const char* name, const char* prompt) {
        QTest::newRow(name) << tokens << QString(name) << QString(prompt);
    };
    // The prompts as the families' own templates write them (for the roles that they know).
    row({}, "plain text", "S\n\nUser: U\n\nAssistant: A\n\nUser: V\n\nAssistant:");
    row({"<|im_start|>", "<|im_end|>"}, "ChatML",
        "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n"
        "<|im_start|>user\nV<|im_end|>\n<|im_start|>assistant\n");
    row({"<|start_header_id|>"}, "Llama 3",
        "<s><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|><|start_header_id|>user<|end_header_id|>"
        "\n\n"
        "U<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nA<|eot_id|><|start_header_id|>user"
        "<|end_header_id|>\n\nV<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n");
    row({"<start_of_turn>"}, "Gemma",
        "<s><start_of_turn>user\nS\n\nU<end_of_turn>\n<start_of_turn>model\nA<end_of_turn>\n<start_of_turn>"
        "user\n"
        "V<end_of_turn>\n<start_of_turn>model\n");
    row({"<|turn>", "<turn|>"}, "Gemma 4",
        "<s><|turn>system\nS<turn|>\n<|turn>user\nU<turn|>\n<|turn>model\nA<turn|>\n<|turn>user\nV<turn|>\n<|"
        "turn>model\n");
    row({"[INST]"}, "Mistral", "<s>[INST] S\n\nU [/INST] A</s>[INST] V [/INST]");
    row({"<|end|>", "<|user|>", "<|assistant|>"}, "Phi",
        "<|system|>\nS<|end|>\n<|user|>\nU<|end|>\n<|assistant|>\nA<|end|>\n<|user|>\nV<|end|>\n<|assistant|>"
        "\n");
    row({"[gMASK]", "<|assistant|>", "<|user|>"}, "GLM",
        "[gMASK]<sop><|system|>\nS<|user|>\nU<|assistant|>\nA<|user|>\nV<|assistant|>\n");
    row({"<｜User｜>", "<｜Assistant｜>"}, "DeepSeek",
        "<s>S<｜User｜>U<｜Assistant｜>A</s><｜User｜>V<｜Assistant｜>");
    row({"<|channel|>", "<|message|>", "<|end|>"}, "Harmony (gpt-oss)",
        "<|start|>developer<|message|>S<|end|><|start|>user<|message|>U<|end|><|start|>assistant<|channel|>"
        "final"
        "<|message|>A<|end|><|start|>user<|message|>V<|end|><|start|>assistant");
    row({"<|START_OF_TURN_TOKEN|>"}, "Command R",
        "<s><|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>S<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|"
        ">U"
        "<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>A<|END_OF_TURN_TOKEN|><|START_OF_TURN_"
        "TOKEN|>"
        "<|USER_TOKEN|>V<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>");
    row({"<|start_of_role|>"}, "Granite",
        "<|start_of_role|>system<|end_of_role|>S<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>U<|end_"
        "of_text|>\n"
        "<|start_of_role|>assistant<|end_of_role|>A<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>V"
        "<|end_of_text|>\n<|start_of_role|>assistant<|end_of_role|>");
    row({"<|im_user|>", "<|im_middle|>", "<|im_end|>"}, "Kimi",
        "<|im_system|>system<|im_middle|>S<|im_end|><|im_user|>user<|im_middle|>U<|im_end|><|im_assistant|>"
        "assistant"
        "<|im_middle|>A<|im_end|><|im_user|>user<|im_middle|>V<|im_end|><|im_assistant|>assistant<|im_middle|"
        ">");
    row({"[|assistant|]", "[|endofturn|]"}, "EXAONE",
        "[|system|]S[|endofturn|]\n[|user|]U\n[|assistant|]A[|endofturn|]\n[|user|]V\n[|assistant|]");
    row({"<|header_start|>"}, "Llama 4",
        "<s><|header_start|>system<|header_end|>\n\nS<|eot|><|header_start|>user<|header_end|>\n\nU<|eot|>"
        "<|header_start|>assistant<|header_end|>\n\nA<|eot|><|header_start|>user<|header_end|>\n\nV<|eot|>"
        "<|header_start|>assistant<|header_end|>\n\n");
}

void TestFallbackTemplate::chosenByTheVocabulary() {
    QFETCH(const QStringList, tokens);
    QFETCH(const QString, name);
    QFETCH(const QString, prompt);
    const FallbackTemplate chosen = fallbackTemplate([&](std::string_view token) {
        return tokens.contains(QString::fromUtf8(token.data(), static_cast<qsizetype>(token.size())));
    });
    QCOMPARE(QString::fromUtf8(chosen.name.data(), static_cast<qsizetype>(chosen.name.size())), name);
    const Json context = {{"messages", Json::array({{{"role", "system"}, {"content", "S"}},
                                                    {{"role", "user"}, {"content", "U"}},
                                                    {{"role", "assistant"}, {"content", "A"}},
                                                    {{"role", "user"}, {"content", "V"}}})},
                          {"add_generation_prompt", true},
                          {"bos_token", "<s>"},
                          {"eos_token", "</s>"}};
    QCOMPARE(QString::fromStdString(ChatTemplate::parse(chosen.source).renderText(context)), prompt);
}

void TestFallbackTemplate::twoTokensAreNeeded() {
    // <|end|> alone is in vocabularies of other families too.
    QCOMPARE(fallbackTemplate([](std::string_view token) { return token == "<|end|>"; }).name,
             std::string_view("plain text"));
}

void TestFallbackTemplate::whatPeopleTypeStaysText() {
    const FallbackTemplate chosen =
        fallbackTemplate([](std::string_view token) { return token == "<|im_start|>"; });
    const Json context = {{"messages", Json::array({{{"role", "user"}, {"content", "<|im_end|>"}}})}};
    const PromptPieces pieces = ChatTemplate::parse(chosen.source).render(context);
    QCOMPARE(pieces.size(), size_t{3});
    QCOMPARE(pieces[0].text, std::string("<|im_start|>user\n"));  // roles are the program's own words
    QVERIFY(pieces[0].trusted);
    QCOMPARE(pieces[1].text, std::string("<|im_end|>"));
    QVERIFY(!pieces[1].trusted);
    QVERIFY(pieces[2].trusted);
}

QTEST_GUILESS_MAIN(TestFallbackTemplate)
#include "tst_fallback_template.moc"

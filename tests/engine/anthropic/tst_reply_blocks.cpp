#include "anthropic/reply_blocks.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::anthropic;
using openai::PartKind;
using openai::ReplyPart;

class TestReplyBlocks : public QObject {
    Q_OBJECT

    static ReplyPart part(PartKind kind, const char* text) {
        ReplyPart part;
        part.kind = kind;
        part.text = text;
        part.id = "a";
        part.name = "f";
        return part;
    }

private slots:
    void partsAreBlocks() {
        QCOMPARE(blockJson(part(PartKind::Reasoning, "Hm.")),
                 Json({{"type", "thinking"}, {"thinking", "Hm."}, {"signature", ""}}));
        QCOMPARE(blockJson(part(PartKind::Text, "Hi.")), Json({{"type", "text"}, {"text", "Hi."}}));
        QCOMPARE(blockJson(part(PartKind::Call, R"({"city":"Rome"})")),
                 Json({{"type", "tool_use"}, {"id", "a"}, {"name", "f"}, {"input", {{"city", "Rome"}}}}));
        QCOMPARE(blockJson(part(PartKind::Call, "")).at("input"), Json(Json::object()));
    }
    void argumentsThatAreCutOffStay() {
        QCOMPARE(blockJson(part(PartKind::Call, "{\"city\":\"Ro")).at("input"),
                 Json({{"arguments", "{\"city\":\"Ro"}}));
    }
    void blocksBeginEmpty() {
        QCOMPARE(emptyBlockJson(part(PartKind::Text, "x")), Json({{"type", "text"}, {"text", ""}}));
        QCOMPARE(emptyBlockJson(part(PartKind::Call, "{")).at("input"), Json(Json::object()));
    }
};

QTEST_GUILESS_MAIN(TestReplyBlocks)
#include "tst_reply_blocks.moc"

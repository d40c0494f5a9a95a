#include <QtTest>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "chat/form_reader.h"
#include "engine/grammar/grammar_text.h"
#include "grammar/token_texts.h"
#include "grammar/value_endings.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "session/call_form.h"
#include "support/reference_pack.h"

using namespace hearth;

/// Calls as the templates of the reference pack write them, read back and held to the grammar.
class CallsOfFamiliesTest : public QObject {
    Q_OBJECT

    using Json = nlohmann::ordered_json;
    std::unique_ptr<Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));

    struct Family {
        std::string source;
        ChatTemplate chatTemplate;
        std::shared_ptr<const grammar::CallForm> form;
        ReplyFormat format;
        Json tools;                               ///< with arguments of the types that the family spells
        std::shared_ptr<grammar::States> states;  ///< of their grammar
    };
    std::optional<Family> familyOf(const QString& file) const {
        Family family{.source = test::readText(file.toStdString()),
                      .chatTemplate = ChatTemplate::parse(test::readText(file.toStdString())),
                      .form = nullptr,
                      .format = {},
                      .tools = {},
                      .states = nullptr};
        family.format = replyFormatOf(family.source, {});
        auto form = callFormOf(*m_tokenizer, family.chatTemplate);
        if (!form || family.format.harmony) return std::nullopt;
        family.form = family.format.form = std::make_shared<const grammar::CallForm>(std::move(*form));
        family.tools = tools();
        Json& properties = family.tools[0]["function"]["parameters"]["properties"];
        if (family.form->arguments && !family.form->arguments->object.known) properties.erase("where");
        if (family.form->arguments && !family.form->arguments->list.known) properties.erase("xs");
        Json functions = Json::array();
        for (const Json& tool : family.tools) functions.push_back(tool["function"]);
        family.states = std::make_shared<grammar::States>(grammar::Automaton(
            grammar::toolCallRules(Json{{"tools", functions}, {"parallel", true}}.dump(), *family.form)));
        return family;
    }

    /// Properties are in the order of their names, for some templates sort them.
    static Json tools() {
        const Json parameters{
            {"type", "object"},
            {"properties",
             {{"city", {{"type", "string"}, {"description", "x"}}},
              {"days", {{"type", "integer"}, {"description", "x"}}},
              {"note", {{"type", "string"}, {"description", "x"}}},
              {"on", {{"type", "boolean"}, {"description", "x"}}},
              {"where", {{"type", "object"}, {"description", "x"}}},
              {"xs", {{"type", "array"}, {"description", "x"}, {"items", Json::object()}}}}},
            {"required", {"city"}}};
        return Json::array(
            {{{"type", "function"},
              {"function", {{"name", "get_weather"}, {"description", "x"}, {"parameters", parameters}}}},
             {{"type", "function"},
              {"function",
               {{"name", "now"},
                {"description", "x"},
                {"parameters", {{"type", "object"}, {"properties", Json::object()}}}}}}});
    }

    /// The text that the template writes for a reply with these calls of get_weather; empty: it refuses them.
    /// Calls without arguments are of now.
    std::string written(const Family& family, const std::vector<Json>& arguments) const {
        const std::string text = rendered(family, arguments, false);
        return text.empty() ? rendered(family, arguments, true) : text;
    }
    static std::string toolOf(const Json& arguments) { return arguments.empty() ? "now" : "get_weather"; }
    /// `answered`: results follow the calls.
    std::string rendered(const Family& family, const std::vector<Json>& arguments, bool answered) const {
        const PromptBuilder prompts(*m_tokenizer, family.chatTemplate);
        GenerationRequest request;
        request.templateVariables = Json{{"tools", family.tools}}.dump();
        request.messages = {{.role = "user", .content = "u", .reasoning = {}, .tokens = {}}};
        const bool inId = !family.format.calls.empty() && family.format.calls.front().body == CallBody::Kimi;
        try {
            std::string prompt, text;
            for (const PromptPiece& piece : prompts.render(request)) prompt += piece.text;
            ChatMessage& reply = request.messages.emplace_back();
            reply.role = "assistant";
            Json list = Json::array();
            for (size_t i = 0; i < arguments.size(); ++i)
                list.push_back({{"type", "function"},
                                {"id", inId ? "functions." + toolOf(arguments[i]) + ":" + std::to_string(i)
                                            : "abcdefgh" + std::to_string(i)},
                                {"function", {{"name", toolOf(arguments[i])}, {"arguments", arguments[i]}}}});
            reply.toolCalls = list.dump();
            for (size_t i = 0; answered && i < arguments.size(); ++i) {
                ChatMessage& result = request.messages.emplace_back();
                result.role = "tool";
                result.content = "r";
                result.toolCallId = list[i]["id"].get<std::string>();
                result.name = toolOf(arguments[i]);
            }
            for (const PromptPiece& piece : prompts.render(request)) text += piece.text;
            const std::string open(spaceless(family.form->trigger));
            size_t same = 0;
            while (same < std::min(prompt.size(), text.size()) && prompt[same] == text[same]) ++same;
            const size_t at = text.find(open, same - std::min(same, open.size()));
            if (at == std::string::npos) return {};
            text.erase(0, at);
            if (!family.format.calls.empty() && !family.format.calls.front().close.empty()) return text;
            // Such calls go on to the end of the reply.
            return text.substr(0, std::min(text.find("<|im_end|>"), text.find("<|end_of_text|>")));
        } catch (const Error&) {
            return {};
        }
    }
    static std::string_view spaceless(std::string_view text) {
        text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \n")));
        return text.substr(0, text.find_last_not_of(" \n") + 1);
    }

    static std::vector<Json> read(const Family& family, const std::string& text, size_t pieceBytes) {
        ReplyParser parser(family.format, family.tools);
        std::vector<Json> calls;
        std::vector<std::string> texts;
        const auto take = [&](const std::vector<ReplySegment>& segments) {
            for (const ReplySegment& segment : segments) {
                if (segment.kind != SegmentKind::ToolCall) continue;
                if (!segment.continues) texts.emplace_back();
                texts.back() += segment.call.argumentsJson;
            }
        };
        parser.streamCalls();
        for (size_t at = 0; at < text.size(); at += pieceBytes)
            take(parser.feed(text.substr(at, pieceBytes)));
        take(parser.finish());
        for (const std::string& arguments : texts) calls.push_back(Json::parse(arguments, nullptr, false));
        return calls;
    }

    /// Every piece of calls in a text fits the grammar that replies are held to.
    static bool fits(const Family& family, const std::string& text) {
        const std::string& open = family.form->trigger;
        size_t pieces = 0;
        for (size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
            FormReader reader(*family.form, open, family.tools);
            if (reader.read(std::string_view(text).substr(at + open.size())) != FormReader::Found::Calls)
                return false;
            const size_t size = open.size() + reader.end();
            auto state = family.states->start();
            for (const char byte : family.form->outer + text.substr(at, size))
                state = family.states->next(state, static_cast<uint8_t>(byte));
            if (!family.states->accepts(state)) return false;
            at += size;
            ++pieces;
        }
        return pieces > 0;
    }

    /// Every mark of a family, texts that people write, and what neither may confuse.
    static std::vector<std::string> marksOf(const Family& family) {
        const grammar::CallForm& form = *family.form;
        std::vector<std::string> marks{"\n", "'",   "\"", "{\"name\": \"get_weather\"}", "it's \"so\", \\n",
                                       "')", "\n\n"};
        const auto add = [&](std::string_view piece) {
            const std::string mark = grammar::plainPiece(piece, "city");
            if (!spaceless(mark).empty()) marks.insert(marks.end(), {mark, std::string(spaceless(mark))});
            // And each tag of it.
            for (size_t at = mark.find('<'); at != std::string::npos; at = mark.find('<', at + 1))
                if (const size_t end = mark.find('>', at); end != std::string::npos)
                    marks.push_back(mark.substr(at, end + 1 - at));
        };
        for (const std::string& piece :
             {form.first, form.between, form.last, family.format.thinkOpen, family.format.thinkClose})
            add(piece);
        for (const std::string& middle : form.middle) add(middle);
        for (const CallSyntax& syntax : family.format.calls) add(syntax.open), add(syntax.close);
        if (form.arguments) {
            const grammar::ArgumentForm& arguments = *form.arguments;
            for (const std::string& piece : {arguments.first, arguments.between, arguments.last,
                                             arguments.none, arguments.text.before, arguments.text.behind})
                add(piece);
        }
        return marks;
    }
    static std::vector<std::string> keysOf(const Family& family) {
        std::vector<std::string> keys;
        const Json& all = family.tools[0]["function"]["parameters"]["properties"];
        for (const auto& [key, value] : all.items()) keys.push_back(key);
        return keys;
    }

    /// Values that come back whole, of every type that the family spells.
    static Json randomArguments(const Family& family, const std::vector<std::string>& marks,
                                std::mt19937& random) {
        static const std::string plain[] = {"",       "Oslo", "日本 🙂", "True",      "null", "12", "-",
                                            "a, b=c", "<",    "\\",          "Ünï\tcode", "[1]",  "{}"};
        const grammar::CallForm& form = *family.form;
        const std::vector<std::string> names{"get_weather", "now"}, keys = keysOf(family);
        const auto text = [&](const std::string& key) {
            std::string value;
            for (size_t i = random() % 4; i > 0; --i)
                value +=
                    random() % 2 == 0 ? plain[random() % std::size(plain)] : marks[random() % marks.size()];
            if (!form.arguments || form.arguments->quote != 0) return value;
            // Within lists that mark has no unambiguous end.
            const auto& [notation, mark] = form.arguments->nested;
            if (notation == grammar::Notation::Kind::Gemma && value.find(mark) != std::string::npos)
                return std::string("Oslo");
            const auto endings = grammar::valueEndings(form, form.arguments->text, names, keys, key);
            return grammar::textsBefore(endings).contains(value) ? value : plain[random() % std::size(plain)];
        };
        Json out = Json::object();
        if (random() % 8 == 0) return out;
        out["city"] = text("city");
        if (random() % 2 == 0) out["days"] = static_cast<int>(random() % 2000) - 1000;
        if (random() % 2 == 0) out["note"] = text("note");
        if (random() % 3 == 0) out["on"] = random() % 2 == 0;
        const auto& arguments = form.arguments;
        if (random() % 3 == 0 && (!arguments || arguments->object.known))
            out["where"] = {{"a", {{"b", Json::array({1, nullptr, text("city")})}}}, {"x y", text("note")}};
        if (random() % 3 == 0 && (!arguments || arguments->list.known))
            out["xs"] = Json::array({text("city"), 2, Json::object({{"k", true}})});
        return out;
    }
    /// False if the template changes a text or leaves a call out.
    static bool showsAll(const std::string& text, const std::vector<Json>& calls) {
        const auto shows = [&](const std::string& value) {
            const std::string escaped = Json(value).dump();
            return text.find(value) != std::string::npos ||
                   text.find(escaped.substr(1, escaped.size() - 2)) != std::string::npos;
        };
        const auto all = [&](const auto& self, const Json& value) -> bool {
            if (value.is_string()) return shows(value.get<std::string>());
            return std::ranges::all_of(value, [&](const Json& part) {
                return !part.is_structured() && !part.is_string() ? true : self(self, part);
            });
        };
        return !text.empty() && std::ranges::all_of(calls, [&](const Json& call) { return all(all, call); });
    }
    /// The text that a template writes after a reply is not part of it.
    static size_t endOfCalls(const Family& family, const std::string& text) {
        std::vector<std::string> marks{grammar::plainPiece(family.form->last)};
        for (const CallSyntax& syntax : family.format.calls) marks.push_back(syntax.close);
        size_t end = 0;
        for (const std::string& mark : marks) {
            const std::string_view solid = spaceless(mark);
            const size_t at = solid.empty() ? std::string::npos : text.rfind(solid);
            if (at != std::string::npos) end = std::max(end, at + solid.size());
        }
        return end > 1 ? end : text.size();
    }
    /// The text that is shown as such of a reply that a limit has cut off.
    static std::string contentOf(const Family& family, const std::string& text, size_t pieceBytes) {
        ReplyParser parser(family.format, family.tools);
        std::string shown;
        const auto take = [&](const std::vector<ReplySegment>& segments) {
            for (const ReplySegment& segment : segments)
                if (segment.kind == SegmentKind::Content && !segment.isCut) shown += segment.text;
        };
        for (size_t at = 0; at < text.size(); at += pieceBytes)
            take(parser.feed(text.substr(at, pieceBytes)));
        take(parser.finish(ReplyEnd::Cut));
        return shown;
    }

    static void addFamilies() {
        QTest::addColumn<QString>("file");
        const auto golden = test::goldenFolder();
        if (!golden) QSKIP("NOT TESTED: this needs the reference pack ($HEARTH_GOLDEN).");
        for (const auto& entry : std::filesystem::directory_iterator(*golden / "templates"))
            if (entry.path().extension() == ".jinja")
                QTest::newRow(entry.path().stem().string().c_str()) << QString::fromStdString(entry.path());
    }

private slots:
    void severalCalls_data() { addFamilies(); }
    void severalCalls() {
        QFETCH(QString, file);
        const auto family = familyOf(file);
        if (!family) return;
        for (const size_t count : {1U, 2U, 3U, 8U}) {
            std::vector<Json> calls;
            for (size_t i = 0; i < count; ++i)
                calls.push_back({{"city", "Oslo " + std::to_string(i)}, {"days", i}, {"note", "n"}});
            const std::string text = written(*family, calls);
            if (count == 1 && text.empty()) return;  // the template shows none
            if (text.find("Oslo " + std::to_string(count - 1)) == std::string::npos) {
                // It refuses more than one, or leaves them out.
                QVERIFY(!family->form->several && !family->form->resumes);
                continue;
            }
            QVERIFY2(count == 1 || family->form->several || family->form->resumes, text.c_str());
            for (const size_t piece : {text.size(), size_t{1}, size_t{7}})
                QVERIFY2(read(*family, text, piece) == calls, text.c_str());
            QVERIFY2(fits(*family, text), text.c_str());
        }
    }

    void valuesWithMarksOfTheFamily_data() { addFamilies(); }
    void valuesWithMarksOfTheFamily() {
        QFETCH(QString, file);
        const auto family = familyOf(file);
        if (!family) return;
        const grammar::CallForm& form = *family->form;
        const std::vector<std::string> marks = marksOf(*family);
        std::vector<std::string> endings;
        if (form.arguments && form.arguments->quote == 0) {
            const std::vector<std::string> keys = keysOf(*family), names{"get_weather", "now"};
            endings = grammar::valueEndings(form, form.arguments->text, names, keys, "city");
        }
        std::vector<std::string> values;
        for (const std::string& mark : marks)
            for (const std::string& value :
                 {mark, "a" + mark + "b", "\n" + mark + "\n", mark + mark, " " + mark})
                values.push_back(value);
        for (size_t i = 0; i + 1 < marks.size(); ++i) values.push_back("x " + marks[i] + marks[i + 1] + " y");
        const grammar::TextSet whole = grammar::textsBefore(endings);
        size_t tried = 0;
        for (const std::string& value : values) {
            if (!whole.contains(value)) continue;
            const std::vector<Json> calls{{{"city", value}, {"days", 3}, {"note", "n"}}};
            const std::string text = written(*family, calls);
            const std::string escaped = Json(value).dump();
            if (text.find(value) == std::string::npos &&
                text.find(escaped.substr(1, escaped.size() - 2)) == std::string::npos)
                continue;  // the template changes it
            for (const size_t piece : {text.size(), size_t{1}}) {
                const auto found = read(*family, text, piece);
                QVERIFY2(!found.empty() && found.front() == calls.front(), (escaped + " in " + text).c_str());
            }
            QVERIFY2(fits(*family, text), (escaped + " in " + text).c_str());
            ++tried;
        }
        QVERIFY(tried > values.size() / 2 || written(*family, {{{"city", "a"}}}).empty());
    }

    /// Calls that the model ended, without the template's line ends.
    void callsInSpacingOfTheModel() {
        const auto golden = test::goldenFolder();
        if (!golden) QSKIP("NOT TESTED: this needs the reference pack ($HEARTH_GOLDEN).");
        for (const auto& [name, text] :
             {std::pair<std::string, std::string>{
                  "Qwen3.5-4B",
                  "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo</parameter>"
                  "\n<parameter=days>\n3</parameter></function>\n</tool_call>"},
              {"Qwen3.5-4B",
               "<tool_call><function=get_weather><parameter=city>Oslo</parameter>"
               "<parameter=days>3</parameter></function></tool_call>"},
              {"GLM-4.6",
               "<tool_call>get_weather\n<arg_key>city</arg_key> <arg_value>Oslo</arg_value>"
               "<arg_key>days</arg_key>\n\n<arg_value>3</arg_value></tool_call>"},
              {"Kimi-K3",
               "<|open|>call tool=\"get_weather\" index=\"1\"<|sep|>\n<|open|>argument key=\"city\" "
               "type=\"string\"<|sep|>Oslo<|close|>argument<|sep|>\n<|open|>argument "
               "key=\"days\" type=\"number\"<|sep|>3<|close|>argument<|sep|>\n"
               "<|close|>call<|sep|>"}}) {
            const auto family =
                familyOf(QString::fromStdString((*golden / "templates" / (name + ".jinja")).string()));
            QVERIFY(family);
            for (const size_t piece : {text.size(), size_t{1}, size_t{7}})
                QVERIFY2(read(*family, text, piece) == std::vector<Json>({{{"city", "Oslo"}, {"days", 3}}}),
                         text.c_str());
        }
    }

    /// HEARTH_SEED chooses other calls, HEARTH_ROUNDS more of them.
    void callsAtRandom_data() { addFamilies(); }
    void callsAtRandom() {
        QFETCH(QString, file);
        const auto family = familyOf(file);
        if (!family || written(*family, {{{"city", "a"}}}).empty()) return;
        const auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue("HEARTH_SEED"));
        const int rounds = std::max(12, qEnvironmentVariableIntValue("HEARTH_ROUNDS"));
        std::mt19937 random(seed);
        const std::vector<std::string> marks = marksOf(*family);
        const bool several = family->form->several || family->form->resumes;
        int tried = 0;
        for (int round = 0; round < rounds; ++round) {
            std::vector<Json> calls;
            for (size_t count = several ? 1 + random() % 4 : 1; count > 0; --count)
                calls.push_back(randomArguments(*family, marks, random));
            const std::string text = written(*family, calls);
            if (!showsAll(text, calls)) continue;
            const std::string about =
                "seed " + std::to_string(seed) + ": " + Json(calls).dump() + " in " + text;
            for (const size_t piece : {text.size(), size_t{1}, 2 + random() % 9})
                QVERIFY2(read(*family, text, piece) == calls, about.c_str());
            QVERIFY2(fits(*family, text), about.c_str());
            const size_t cut = 1 + random() % (endOfCalls(*family, text) - 1);
            for (const size_t piece : {text.size(), size_t{1}}) {
                const std::string shown = contentOf(*family, text.substr(0, cut), piece);
                QVERIFY2(
                    spaceless(shown).empty(),
                    (shown + " is shown of the first " + std::to_string(cut) + " bytes, " + about).c_str());
            }
            ++tried;
        }
        QVERIFY(tried > rounds / 4);
    }
};

QTEST_GUILESS_MAIN(CallsOfFamiliesTest)
#include "tst_calls_of_families.moc"

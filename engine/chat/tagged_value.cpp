// Objects and lists that are written as tags, as MiniMax M3 does within arguments.
#include "chat/call_body.h"
#include "grammar/schema_types.h"

namespace hearth {
namespace {

namespace type = grammar::json_type;
constexpr size_t kMaxDepth = 100;

/// The schema that a reference within the document leads to, or the schema itself.
const Json& resolved(const Json& schema, const Json& root) {
    const auto reference = schema.is_object() ? schema.find("$ref") : schema.end();
    if (!schema.is_object() || reference == schema.end() || !reference->is_string()) return schema;
    const std::string& path = reference->get_ref<const std::string&>();
    if (!path.starts_with("#/")) return schema;
    try {
        return root.at(Json::json_pointer(path.substr(1)));
    } catch (const Json::exception&) {
        return schema;
    }
}

/// Schemas of the parts of a value.
class PartSchemas {
public:
    PartSchemas(const Json& schema, const Json& root) : m_schema(resolved(schema, root)) {}

    const Json& ofKey(const std::string& key) const {
        static const Json any = true;
        const Json* properties = member("properties");
        if (properties != nullptr && properties->is_object() && properties->contains(key))
            return *properties->find(key);
        const Json* others = member("additionalProperties");
        return others != nullptr ? *others : any;
    }
    const Json& ofItem() const {
        static const Json any = true;
        const Json* items = member("items");
        return items != nullptr ? *items : any;
    }

private:
    const Json* member(const char* name) const {
        const auto found = m_schema.is_object() ? m_schema.find(name) : m_schema.end();
        return m_schema.is_object() && found != m_schema.end() ? &*found : nullptr;
    }
    const Json& m_schema;
};

class TagReader {
public:
    TagReader(std::string_view sign, const Json& root) : m_sign(sign), m_root(root) {}

    std::optional<Json> value(std::string_view text, const Json& schema, size_t depth = 0) const {
        const auto types = grammar::typesOf(schema, m_root);
        text = trimmed(text);
        const bool mayBeList = (types & type::array) != 0, mayBeObject = (types & type::object) != 0;
        if (depth > kMaxDepth || (!mayBeList && !mayBeObject)) return std::nullopt;
        if (text.empty() && (types & type::string) == 0) {
            if (mayBeObject) return Json::object();
            if (mayBeList) return Json::array();
        }
        if (!text.starts_with(std::string(m_sign) + "<")) return std::nullopt;
        Json object = Json::object(), list = Json::array();
        bool onlyItems = true;
        const PartSchemas parts(schema, m_root);
        while (!text.empty()) {
            const auto tag = next(text);
            if (!tag) return std::nullopt;
            onlyItems = onlyItems && tag->name == "item";
            const bool isItem = mayBeList && tag->name == "item";
            Json part = partOf(tag->content, isItem ? parts.ofItem() : parts.ofKey(tag->name), depth + 1);
            list.push_back(part);
            object[tag->name] = std::move(part);
        }
        return mayBeList && onlyItems ? list : object;
    }

private:
    struct Tag {
        std::string name;
        std::string_view content;
    };

    Json partOf(std::string_view text, const Json& schema, size_t depth) const {
        if (auto nested = value(text, schema, depth)) return std::move(*nested);
        return typedArgument(text, grammar::typesOf(schema, m_root));
    }

    /// Takes the first tag and what is in it, up to the closing tag of the same depth.
    std::optional<Tag> next(std::string_view& text) const {
        const std::string begin = std::string(m_sign) + "<";
        const size_t nameEnd = text.find('>', begin.size());
        if (!text.starts_with(begin) || nameEnd == std::string_view::npos) return std::nullopt;
        Tag tag{.name = std::string(text.substr(begin.size(), nameEnd - begin.size())), .content = {}};
        const std::string open = begin + tag.name + ">", close = begin + "/" + tag.name + ">";
        size_t depth = 1, at = open.size();
        while (depth > 0) {
            const size_t closes = text.find(close, at), opens = text.find(open, at);
            if (closes == std::string_view::npos || depth > kMaxDepth) return std::nullopt;
            depth += opens < closes ? 1 : -1;
            at = opens < closes ? opens + open.size() : closes + close.size();
        }
        tag.content = text.substr(open.size(), at - close.size() - open.size());
        text = trimmed(text.substr(at));
        return tag;
    }

    std::string_view m_sign;
    const Json& m_root;
};

}  // namespace

std::optional<Json> readTags(std::string_view text, std::string_view sign, const Json& schema,
                             const Json& root) {
    return TagReader(sign, root).value(text, schema);
}

}  // namespace hearth

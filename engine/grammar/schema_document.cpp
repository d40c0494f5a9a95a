#include "grammar/schema_document.h"

#include <algorithm>
#include <utility>

#include "grammar/grammar_errors.h"
#include "grammar/schema_refusal.h"
#include "grammar/schema_walk.h"
#include "grammar/text_reader.h"
#include "hearth/bounded_json.h"
#include "hearth/readable_text.h"

namespace hearth::grammar {

namespace {

/// A reference as it reads from a base (RFC 3986, as far as names of schemas need it).
std::string resolved(const std::string& base, const std::string& reference) {
    if (reference.empty() || reference.starts_with('#')) return base.substr(0, base.find('#')) + reference;
    const size_t colon = reference.find(':'), slash = reference.find('/');
    if (colon != std::string::npos && (slash == std::string::npos || colon < slash)) return reference;
    const size_t authority = base.find("://");
    const size_t path = authority == std::string::npos ? 0 : base.find('/', authority + 3);
    if (reference.starts_with('/')) return base.substr(0, path) + reference;
    const size_t last = base.rfind('/');
    if (last == std::string::npos || (path == std::string::npos && authority != std::string::npos))
        return base.empty()                            ? reference
               : base.find("://") != std::string::npos ? base + "/" + reference
                                                       : reference;
    return base.substr(0, last + 1) + reference;
}

/// %xx of a fragment, then ~0 and ~1 of a pointer's step.
std::string unescaped(std::string_view step) {
    std::string bytes;
    for (size_t i = 0; i < step.size(); ++i) {
        TextReader digits(step.substr(i));
        digits.skip();
        const auto value = step[i] == '%' ? digits.hexadecimal(2) : std::nullopt;
        bytes += value ? static_cast<char>(*value) : step[i];
        if (value) i += 2;
    }
    std::string out;
    for (size_t i = 0; i < bytes.size(); ++i) {
        const char next = i + 1 < bytes.size() ? bytes[i + 1] : '\0';
        if (bytes[i] == '~' && (next == '0' || next == '1')) {
            out += next == '0' ? '~' : '/';
            ++i;
        } else {
            out += bytes[i];
        }
    }
    return out;
}

const Json* follow(const Json& from, std::string_view pointer) {
    const Json* at = &from;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::string_view step = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(step.size());
        const std::string name = unescaped(step);
        const bool isTuple = name == "items" && at->is_object() && at->contains("prefixItems") &&
                             !pointer.empty() && pointer.find_first_of("0123456789") == 1;
        if (isTuple) {
            at = &(*at)["prefixItems"];
        } else if (at->is_object() && at->contains(name)) {
            at = &(*at)[name];
        } else if (at->is_array() && !name.empty() &&
                   std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
                   name.size() < 9 && std::stoul(name) < at->size()) {
            at = &(*at)[std::stoul(name)];
        } else {
            return nullptr;
        }
    }
    return at;
}

/// Writes draft 7's lists of schemas as the draft of 2020 has them.
void modernize(Json& schema) {
    if (schema.is_object() && schema.contains("items") && schema["items"].is_array() &&
        !schema.contains("prefixItems")) {
        Json rest = schema.contains("additionalItems") ? schema["additionalItems"] : Json(true);
        schema["prefixItems"] = std::exchange(schema["items"], std::move(rest));
        schema.erase("additionalItems");
    }
    forEachSubschema(schema, [](const std::string&, Json& part) { modernize(part); });
}

/// The steps from one place to another, the last one first; false: it is not there.
bool findPart(const Json& from, const Json* part, std::vector<std::string>& steps) {
    if (&from == part) return true;
    if (!from.is_structured()) return false;
    for (const auto& [key, entry] : from.items()) {
        if (!findPart(entry, part, steps)) continue;
        steps.push_back(key);
        return true;
    }
    return false;
}

}  // namespace

SchemaDocument::SchemaDocument(std::string_view text) : SchemaDocument(parseOrderedJson(text)) {
}

void SchemaDocument::read() {
    if (!m_root.is_object() && !m_root.is_boolean()) throw Error(errors::schemaNotJson);
    modernize(m_root);
    m_named[""] = &m_root;
    note(m_root, "");
}

void SchemaDocument::note(const Json& schema, const std::string& base) {
    if (schema.is_array())
        for (const Json& entry : schema) note(entry, base);
    if (!schema.is_object()) return;
    std::string own = base;
    const auto text = [&](const char* name) {
        const auto found = schema.find(name);
        return found != schema.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    if (const std::string id = text("$id"); !id.empty()) {
        own = resolved(base, id);
        if (own.ends_with('#')) own.pop_back();
        m_named.try_emplace(own, &schema);
    }
    for (const char* name : {"$anchor", "$dynamicAnchor"})
        if (const std::string anchor = text(name); !anchor.empty())
            m_named.try_emplace(resolved(own, "#" + anchor), &schema);
    m_bases[&schema] = own;
    for (const auto& [key, entry] : schema.items())
        if (key != "const" && key != "enum" && key != "default" && key != "examples") note(entry, own);
}

const Json& SchemaDocument::resolve(const Json& schema) const {
    const auto reference = schema.find("$ref");
    const auto refuse = [&](const std::string& why) { throw SchemaRefusal("$ref", why, &schema); };
    if (!reference->is_string()) refuse("it is no text");
    const auto base = m_bases.find(&schema);
    const std::string uri =
        resolved(base == m_bases.end() ? "" : base->second, reference->get<std::string>());
    if (const auto known = m_named.find(uri); known != m_named.end()) return *known->second;
    const size_t hash = uri.find('#');
    const std::string fragment = hash == std::string::npos ? "" : uri.substr(hash + 1);
    const auto document = m_named.find(uri.substr(0, hash));
    if (document != m_named.end() && (fragment.empty() || fragment.starts_with('/')))
        if (const Json* found = follow(*document->second, fragment)) return *found;
    refuse("\"" + readableText(reference->get<std::string>()) + "\" names nothing in the schema");
    return m_root;  // not reached
}

std::vector<std::string> stepsBetween(const Json& from, const Json* part) {
    std::vector<std::string> steps;
    if (part != nullptr && findPart(from, part, steps)) std::reverse(steps.begin(), steps.end());
    return steps;
}

std::string propertyOf(const std::vector<std::string>& steps) {
    constexpr size_t longest = 60;
    std::string out;
    for (size_t i = 0; i < steps.size(); ++i) {
        const std::string& step = steps[i];
        const bool named = step == "properties" || step == "$defs" || step == "definitions";
        if (named && i + 1 < steps.size())
            out += (out.empty() ? "" : ".") + readableText(steps[++i], longest);
        else if (step == "items" || step == "prefixItems")
            out += "[]";
    }
    return out;
}

}  // namespace hearth::grammar

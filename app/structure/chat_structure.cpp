#include "structure/chat_structure.h"

#include <array>
#include <utility>

namespace hearth::app {

namespace {

struct KindName {
    ChatStructure::Kind kind;
    ReplyGrammar::Kind engine;
    const char* name;
};

constexpr std::array<KindName, 4> kinds{
    {{ChatStructure::Kind::Schema, ReplyGrammar::Kind::JsonSchema, "schema"},
     {ChatStructure::Kind::Object, ReplyGrammar::Kind::JsonObject, "object"},
     {ChatStructure::Kind::Regex, ReplyGrammar::Kind::Regex, "regex"},
     {ChatStructure::Kind::Gbnf, ReplyGrammar::Kind::Gbnf, "gbnf"}}};

const KindName& named(ChatStructure::Kind kind) {
    return kinds[static_cast<size_t>(kind)];
}

const KindName* findKind(const QString& name) {
    for (const KindName& kind : kinds)
        if (name == QLatin1String(kind.name)) return &kind;
    return nullptr;
}

const QString onKey = QStringLiteral("on"), kindKey = QStringLiteral("kind"),
              sourceKey = QStringLiteral("source");

/// The text of a kind; nullptr: it has none.
template <class Structure>
auto textOf(Structure& structure) -> decltype(&structure.schema) {
    switch (structure.kind) {
        case ChatStructure::Kind::Schema:
            return &structure.schema;
        case ChatStructure::Kind::Regex:
            return &structure.regex;
        case ChatStructure::Kind::Gbnf:
            return &structure.gbnf;
        case ChatStructure::Kind::Object:
            break;
    }
    return nullptr;
}

}  // namespace

ChatStructure ChatStructure::of(const QJsonObject& json) {
    ChatStructure structure;
    structure.on = json.value(onKey).toBool();
    for (const KindName& kind : kinds) {
        structure.kind = kind.kind;
        structure.setSource(json.value(QLatin1String(kind.name)).toString());
    }
    const KindName* chosen = findKind(json.value(kindKey).toString());
    structure.kind = chosen == nullptr ? Kind::Schema : chosen->kind;
    return structure;
}

QJsonObject ChatStructure::toJson() const {
    QJsonObject json;
    if (on) json.insert(onKey, true);
    if (kind != Kind::Schema) json.insert(kindKey, QLatin1String(named(kind).name));
    ChatStructure each = *this;
    for (const KindName& one : kinds) {
        each.kind = one.kind;
        if (!each.source().isEmpty()) json.insert(QLatin1String(one.name), each.source());
    }
    return json;
}

QString ChatStructure::source() const {
    const QString* text = textOf(*this);
    return text == nullptr ? QString() : *text;
}

void ChatStructure::setSource(const QString& text) {
    if (QString* own = textOf(*this)) *own = text;
}

ReplyGrammar ChatStructure::grammar() const {
    if (kind == Kind::Object) return {ReplyGrammar::Kind::JsonObject};
    const QString text = source();
    if (text.trimmed().isEmpty()) return {};
    // An expression is one line; line breaks that an editor leaves around it do not belong to it.
    return {named(kind).engine, (kind == Kind::Regex ? text.trimmed() : text).toStdString()};
}

QJsonObject structureToJson(const ReplyGrammar& grammar) {
    for (const KindName& kind : kinds) {
        if (kind.engine != grammar.kind) continue;
        QJsonObject json{{kindKey, QLatin1String(kind.name)}};
        if (!grammar.source.empty()) json.insert(sourceKey, QString::fromStdString(grammar.source));
        return json;
    }
    return {};
}

ReplyGrammar structureFromJson(const QJsonObject& json) {
    const KindName* kind = findKind(json.value(kindKey).toString());
    if (kind == nullptr) return {};
    return {kind->engine, json.value(sourceKey).toString().toStdString()};
}

}  // namespace hearth::app

#include "tools/tool_box.h"

#include <QJsonDocument>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/error.h"
#include "hearth/template_context.h"

namespace hearth::app {

namespace {

constexpr qsizetype longestName = 64;

bool isPlain(QChar c) {
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_' ||
           c == u'-';
}

/// The name in the letters that every family of models can write.
QString plainName(const QString& name) {
    QString plain;
    for (const QChar c : name) plain += isPlain(c) ? c : QChar(u'_');
    return plain;
}

/// True if arguments can be requested by this schema.
bool isUsable(const QByteArray& schema, qsizetype most) {
    if (schema.size() > most) return false;
    try {
        // One schema that templates cannot be given would fail every prompt.
        (void)parseTemplateContext({schema.constData(), static_cast<size_t>(schema.size())});
    } catch (const Error&) {
        return false;
    }
    const QJsonValue type = QJsonDocument::fromJson(schema).object().value(QLatin1String("type"));
    return type.isUndefined() || type == QJsonValue(QStringLiteral("object"));
}

QString bounded(const QString& text, qsizetype most) {
    if (text.size() <= most) return text;
    qsizetype end = most;
    if (text[end - 1].isHighSurrogate()) --end;
    return text.left(end) + QStringLiteral("\n[The result is cut here: %1 of %2 characters are shown.]")
                                .arg(end)
                                .arg(text.size());
}

}  // namespace

ToolBox::ToolBox(QObject* parent) : ToolBox(Limits(), parent) {
}

ToolBox::ToolBox(Limits limits, QObject* parent) : QObject(parent), m_limits(limits) {
}

ToolBox::~ToolBox() {
    for (auto call = m_calls.cbegin(); call != m_calls.cend(); ++call)
        if (call->provider != nullptr) call->provider->cancel(call.key());
}

void ToolBox::add(ToolProvider& provider) {
    if (std::ranges::find(m_providers, &provider) != m_providers.end()) return;
    m_providers.push_back(&provider);
    connect(&provider, &ToolProvider::toolsChanged, this, &ToolBox::gather);
    connect(&provider, &QObject::destroyed, this, &ToolBox::forget);
    connect(&provider, &ToolProvider::finished, this,
            [this, from = &provider](quint64 id, const ToolResult& result) {
                const auto call = m_calls.constFind(id);
                if (call != m_calls.constEnd() && call->provider == from) end(id, result);
            });
    gather();
}

void ToolBox::remove(ToolProvider& provider) {
    disconnect(&provider, nullptr, this, nullptr);
    for (auto call = m_calls.cbegin(); call != m_calls.cend(); ++call)
        if (call->provider == &provider) provider.cancel(call.key());
    forget(&provider);
}

void ToolBox::forget(QObject* provider) {
    const auto gone = std::ranges::remove(m_providers, provider);
    if (gone.empty()) return;
    m_providers.erase(gone.begin(), gone.end());
    QList<quint64> ended;
    for (auto call = m_calls.begin(); call != m_calls.end(); ++call) {
        if (call->provider != provider) continue;
        call->provider = nullptr;
        ended += call.key();
    }
    for (const quint64 id : std::as_const(ended))
        fail(id, QStringLiteral("The tool is no longer available."));
    gather();
}

void ToolBox::gather() {
    m_tools.clear();
    m_leftOut.clear();
    for (const ToolProvider* provider : m_providers) gatherFrom(*provider);
    emit toolsChanged();
}

void ToolBox::gatherFrom(const ToolProvider& provider) {
    size_t taken = 0;
    for (ToolDescription& description : provider.tools()) {
        const auto leaveOut = [&](const QString& reason) {
            m_leftOut.push_back({description.name.left(longestName), description.source, reason});
        };
        if (taken == m_limits.tools) {
            leaveOut(tr("%1 has more tools than the %2 that are offered.").arg(provider.title()).arg(taken));
            return;
        }
        const bool usable = isUsable(description.parameters, m_limits.schemaBytes);
        const QString name = uniqueName(description.name, provider);
        if (!usable || name.isEmpty()) {
            leaveOut(usable ? tr("Its name cannot be used.")
                            : tr("The description of its arguments cannot be used."));
            continue;
        }
        description.description = description.description.left(m_limits.descriptionCharacters);
        m_tools.push_back({name, std::move(description), provider.id(), provider.permissionId()});
        ++taken;
    }
}

QString ToolBox::uniqueName(const QString& name, const ToolProvider& provider) const {
    const QString plain = plainName(name).left(longestName);
    if (plain.isEmpty()) return {};
    if (find(plain) == nullptr) return plain;
    const bool twice = std::ranges::any_of(m_tools, [&](const Tool& tool) {
        return tool.providerId == provider.id() && tool.description.name == name;
    });
    if (twice) return {};
    const QString prefixed = (plainName(provider.title()) + u'_' + plain).left(longestName);
    return find(prefixed) == nullptr ? prefixed : QString();
}

const ToolBox::Tool* ToolBox::find(const QString& name) const {
    const auto found = std::ranges::find(m_tools, name, &Tool::name);
    return found == m_tools.end() ? nullptr : &*found;
}

quint64 ToolBox::call(const QString& name, const QString& arguments) {
    const quint64 id = ++m_lastId;
    Call& call = m_calls[id];
    call.timer = new QTimer(this);
    call.timer->setSingleShot(true);
    const auto failSoon = [&](const QString& reason) {
        connect(call.timer, &QTimer::timeout, this, [this, id, reason] { fail(id, reason); });
        call.timer->start(0);
        return id;
    };
    const Tool* tool = find(name);
    if (tool == nullptr)
        return failSoon(QStringLiteral("There is no tool named \"%1\".").arg(name.left(longestName)));
    const QByteArray bytes = arguments.trimmed().isEmpty() ? QByteArrayLiteral("{}") : arguments.toUtf8();
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (!document.isObject()) return failSoon(QStringLiteral("The arguments are not a JSON object."));
    const auto provider = std::ranges::find_if(
        m_providers, [&](const ToolProvider* each) { return each->id() == tool->providerId; });
    call.provider = *provider;
    connect(call.timer, &QTimer::timeout, this, [this, id] {
        ToolProvider* slow = m_calls.value(id).provider;
        if (slow != nullptr) slow->cancel(id);
        fail(
            id,
            QStringLiteral("The tool gave no answer within %1 seconds.").arg((m_limits.callMs + 999) / 1000));
    });
    call.timer->start(m_limits.callMs);
    call.provider->call(id, tool->description.name, document.object());
    return id;
}

void ToolBox::cancel(quint64 id) {
    const auto found = m_calls.constFind(id);
    if (found == m_calls.constEnd()) return;
    const Call call = *found;
    m_calls.erase(found);
    delete call.timer;
    if (call.provider != nullptr) call.provider->cancel(id);
}

void ToolBox::fail(quint64 id, const QString& reason) {
    end(id, {reason, true});
}

void ToolBox::end(quint64 id, ToolResult result) {
    const auto found = m_calls.constFind(id);
    if (found == m_calls.constEnd()) return;
    // Its own signal may have led here.
    found->timer->deleteLater();
    m_calls.erase(found);
    result.text = bounded(result.text, m_limits.resultCharacters);
    emit finished(id, result);
}

}  // namespace hearth::app

#include "moc_tool_box.cpp"
#include "moc_tool_provider.cpp"

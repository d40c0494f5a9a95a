#include "endpoints/endpoint.h"

#include <QJsonObject>
#include <algorithm>

#include "http/host_reach.h"

namespace hearth::app {

namespace {
const QLatin1String scheme("endpoint:");
}

const EndpointModel* Endpoint::find(const QString& model) const {
    const auto found =
        std::find_if(models.begin(), models.end(), [&](const EndpointModel& one) { return one.id == model; });
    return found == models.end() ? nullptr : &*found;
}

QString Endpoint::label() const {
    return name.isEmpty() || name == host() ? address.authority() : name;
}

bool Endpoint::isHere() const {
    return isLoopback(address);
}

QUrl endpointAddress(const QString& typed) {
    QString text = typed.trimmed();
    if (text.isEmpty() || text.size() > 500) return {};
    if (!text.contains(QLatin1String("://"))) text.prepend(QLatin1String("http://"));
    while (text.endsWith(u'/')) text.chop(1);
    QUrl address(text, QUrl::StrictMode);
    if (!address.isValid() || address.host().isEmpty() || !address.userInfo().isEmpty() ||
        address.hasQuery() || address.hasFragment() ||
        (address.scheme() != QLatin1String("http") && address.scheme() != QLatin1String("https")))
        return {};
    if (address.path().isEmpty()) address.setPath(QStringLiteral("/v1"));
    return address;
}

QJsonArray writeEndpoints(const std::vector<Endpoint>& endpoints) {
    QJsonArray array;
    for (const Endpoint& endpoint : endpoints) {
        QJsonArray models;
        for (const EndpointModel& model : endpoint.models)
            models.append(QJsonObject{{QStringLiteral("id"), model.id},
                                      {QStringLiteral("contextLength"), model.contextLength},
                                      {QStringLiteral("canChat"), model.canChat},
                                      {QStringLiteral("shown"), model.shown}});
        array.append(QJsonObject{{QStringLiteral("id"), endpoint.id},
                                 {QStringLiteral("name"), endpoint.name},
                                 {QStringLiteral("address"), endpoint.address.toString()},
                                 {QStringLiteral("program"), endpoint.program},
                                 {QStringLiteral("priceRead"), endpoint.prices.read},
                                 {QStringLiteral("priceWritten"), endpoint.prices.written},
                                 {QStringLiteral("models"), models}});
    }
    return array;
}

std::vector<Endpoint> readEndpoints(const QJsonArray& array) {
    std::vector<Endpoint> endpoints;
    for (const QJsonValue& value : array) {
        const QJsonObject object = value.toObject();
        Endpoint endpoint;
        endpoint.id = object.value(QLatin1String("id")).toString();
        endpoint.name = object.value(QLatin1String("name")).toString().left(80);
        endpoint.address = endpointAddress(object.value(QLatin1String("address")).toString());
        endpoint.program = object.value(QLatin1String("program")).toString().left(40);
        endpoint.prices = {std::max(0.0, object.value(QLatin1String("priceRead")).toDouble()),
                           std::max(0.0, object.value(QLatin1String("priceWritten")).toDouble())};
        for (const QJsonValue& entry : object.value(QLatin1String("models")).toArray()) {
            const QJsonObject model = entry.toObject();
            const QString id = model.value(QLatin1String("id")).toString();
            if (!id.isEmpty())
                endpoint.models.push_back({id, model.value(QLatin1String("contextLength")).toInt(),
                                           model.value(QLatin1String("canChat")).toBool(true),
                                           model.value(QLatin1String("shown")).toBool(true)});
        }
        if (!endpoint.id.isEmpty() && !endpoint.id.contains(u'/')) endpoints.push_back(std::move(endpoint));
    }
    return endpoints;
}

QString endpointPath(const QString& endpointId, const QString& model) {
    return scheme + endpointId + QLatin1Char('/') + model;
}

std::optional<EndpointPath> readEndpointPath(const QString& path) {
    if (!path.startsWith(scheme)) return std::nullopt;
    const QString rest = path.mid(scheme.size());
    const qsizetype slash = rest.indexOf(u'/');
    if (slash <= 0 || slash + 1 == rest.size()) return std::nullopt;
    return EndpointPath{rest.left(slash), rest.mid(slash + 1)};
}

}  // namespace hearth::app

#pragma once

#include <QJsonArray>
#include <QString>
#include <QUrl>
#include <optional>
#include <vector>

#include "endpoints/token_prices.h"

namespace hearth::app {

/// The setting that keeps what writeEndpoints() makes.
inline const QString endpointsSetting = QStringLiteral("endpoints");

/// A model that a server offers.
struct EndpointModel {
    QString id;             ///< as the server calls it; may contain "/" and ":"
    int contextLength = 0;  ///< tokens; 0: the server does not say
    bool canChat = true;    ///< false for models that turn text into vectors
    bool shown = true;      ///< among the models to choose from
};

/// Another program, here or elsewhere, that speaks the OpenAI protocol. Its key is kept apart (KeyRing).
struct Endpoint {
    QString id;                         ///< our own, 8 hex digits
    QString name;                       ///< the person's
    QUrl address;                       ///< of the API: "http://rack.lan:8000/v1"
    QString program;                    ///< "vLLM", "llama.cpp", …; empty: not known
    std::vector<EndpointModel> models;  ///< as of the last answer
    TokenPrices prices = {};            ///< as a person entered them

    QString host() const { return address.host(); }
    /// Label that distinguishes it from others: its name, or its host and port if it has none.
    QString label() const;
    /// It is a program on this computer.
    bool isHere() const;
    const EndpointModel* find(const QString& model) const;
};

/// Completes a typed address: adds a missing scheme and a missing /v1 at the end. Invalid if it is not an
/// http or https address or contains a user name.
QUrl endpointAddress(const QString& typed);

/// For the settings; the key is never in it.
QJsonArray writeEndpoints(const std::vector<Endpoint>& endpoints);
/// Leaves out entries that cannot be used.
std::vector<Endpoint> readEndpoints(const QJsonArray& array);

/// Name of a server's model where other models have a file's path: "endpoint:ID/MODEL".
QString endpointPath(const QString& endpointId, const QString& model);
struct EndpointPath {
    QString endpointId, model;
};
/// nullopt: it is a file.
std::optional<EndpointPath> readEndpointPath(const QString& path);

}  // namespace hearth::app

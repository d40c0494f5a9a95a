#pragma once

#include <QJsonArray>
#include <QString>
#include <optional>

namespace hearth::app {

/// Prices of a server for tokens, in the currency that the person typed. A value.
struct TokenPrices {
    double read = 0;     ///< for a million tokens of prompts
    double written = 0;  ///< for a million tokens of replies

    bool known() const { return read > 0 || written > 0; }
    double of(double promptTokens, double replyTokens) const {
        return (promptTokens * read + replyTokens * written) / 1e6;
    }
    bool operator==(const TokenPrices&) const = default;
};

/// Prices of the server of this model ("endpoint:ID/MODEL"), from the output of writeEndpoints(); none for
/// models on this computer and if no price was entered.
TokenPrices pricesOf(const QJsonArray& endpoints, const QString& modelPath);

/// Parses a typed price: a number of 0 to 1,000,000, with a point or a comma; empty: 0. nullopt: it is not
/// one.
std::optional<double> readPrice(const QString& typed);

}  // namespace hearth::app

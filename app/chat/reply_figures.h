#pragma once

#include <QString>
#include <optional>

#include "hearth/generation_result.h"
#include "hearth/route.h"

namespace hearth::app {

/// The figures of the line under a reply: its words are those of the language in which it is read.
struct ReplyFigures {
    GenerationMetrics metrics = {};
    std::optional<RouteOutcome> route = {};  ///< of two models as one: which one answered and why
    QString model = {};                      ///< and its name
    double cost = -1;                        ///< by the prices of its server; below 0: there are none
    int messagesLeftOut = 0, tokensLeftOut = 0;
    bool contextFull = false;
    double distance = -1;  ///< of a question whose answer this is; below 0: the model answered

    QString text() const;
    /// For store::Message::figures.
    QString kept() const;
};

/// The line of what kept() gave. What was kept as words, as by earlier versions, stays as it is.
QString shownFigures(const QString& kept);

}  // namespace hearth::app

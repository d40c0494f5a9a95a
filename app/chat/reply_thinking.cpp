#include "chat/reply_thinking.h"

#include <string>

#include "settings/sampling_parameters.h"

namespace hearth::app {

void setThinking(GenerationRequest& request, const QJsonObject& sampling) {
    std::string variables;
    const QString thinking = thinkingOf(sampling), effort = effortOf(sampling);
    if (!thinking.isEmpty())
        variables =
            thinking == QLatin1String("on") ? "\"enable_thinking\":true" : "\"enable_thinking\":false";
    if (!effort.isEmpty()) {
        if (!variables.empty()) variables += ',';
        variables += "\"reasoning_effort\":\"" + effort.toStdString() + '"';
    }
    if (variables.empty()) return;
    // As texts: the keys of schemas keep their order.
    std::string& all = request.templateVariables;
    all = all.empty() || all == "{}" ? '{' + variables + '}'
                                     : '{' + variables + ',' + all.substr(all.find('{') + 1);
}

}  // namespace hearth::app

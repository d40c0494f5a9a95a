#pragma once

#include "areas/area.h"
#include "inspector/cache_overview.h"
#include "inspector/next_token_model.h"
#include "inspector/reply_inspector.h"
#include "inspector/token_costs.h"
#include "models/precision_table.h"
#include "models/speed_view.h"

namespace hearth::app {

class AppSettings;
class EngineProvider;
class ModelsArea;

/// A look inside: at one reply, and at what a model costs in memory, time and money.
class InspectorArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Inspector)
    QML_SINGLETON

public:
    /// All arguments outlive it.
    InspectorArea(store::Store& store, AppSettings& settings, const EngineProvider& engine,
                  ModelsArea& models);
    static InspectorArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<InspectorArea>(engine); }

    HEARTH_PART(ReplyInspector, reply);
    HEARTH_PART(NextTokenModel, nextToken);
    HEARTH_PART(CacheOverview, cache);
    HEARTH_PART(PrecisionTable, precisions);
    HEARTH_PART(SpeedView, speed);
    HEARTH_PART(TokenCosts, costs);
};

}  // namespace hearth::app

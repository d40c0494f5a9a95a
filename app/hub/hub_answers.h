// The hub's JSON answers, read with care: everything may be absent, of another type, or hostile.
#pragma once

#include <QByteArray>
#include <optional>

#include "hub/hub_types.h"

namespace hearth::app {

/// GET /api/models: models with a usable id, in the hub's order. nullopt: the answer is no list.
std::optional<std::vector<HubModel>> readModelList(const QByteArray& json);
/// GET /api/models/ID with expand=sha and others. The commit is empty when the answer does not name one.
std::optional<HubRepository> readModelInfo(const QByteArray& json);
/// GET /api/models/ID/tree/COMMIT: the files that have a size and a safe path; nullopt: no list.
std::optional<std::vector<HubFile>> readTree(const QByteArray& json);
/// The address of the next page, from a Link header; empty: that was the last one.
QByteArray nextPage(const QByteArray& linkHeader);

/// One sentence for an answer that is no success: what it means and what to do. `what` is the model's or the
/// hub's name for people; `hasToken` whether the request named somebody.
QString hubProblem(int status, const QByteArray& errorCode, const QByteArray& retryAfter, const QString& what,
                   bool hasToken);

}  // namespace hearth::app

#include "faults/fault_flow.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>

#include "support/failing_calls.h"

namespace hearth::test {

namespace {

struct Kind {
    Call call;
    int error;
    const char* name;
};
constexpr Kind kinds[] = {
    {Call::Open, EMFILE, "opening"},    {Call::Make, EROFS, "opening to write"}, {Call::Read, EIO, "reading"},
    {Call::Write, ENOSPC, "writing"},   {Call::Write, EIO, "writing"},           {Call::Sync, EIO, "syncing"},
    {Call::Rename, EACCES, "renaming"}, {Call::Allocate, ENOMEM, "allocating"},
};

std::set<int64_t> spread(int64_t count, int places) {
    std::set<int64_t> chosen;
    for (int i = 0; i < places && count > 0; ++i)
        chosen.insert(1 + (count - 1) * i / std::max(1, places - 1));
    return chosen;
}

bool isSentence(const QString& text) {
    return text.size() > 10 && !text.contains(QStringLiteral("std::")) && text.contains(u' ');
}

/// Number of calls, and of those that failed.
struct Calls {
    std::array<int64_t, callCount> counts{};
    int64_t failed = 0;
};

QString problemWith(const FaultFlow& flow, const std::optional<Fault>& fault, Calls& seen) {
    // In memory where that can be had, for the disk's real syncs take most of the time.
    const bool inMemory = QFileInfo(QStringLiteral("/dev/shm")).isWritable();
    const QTemporaryDir folder((inMemory ? QStringLiteral("/dev/shm") : QDir::tempPath()) +
                               "/hearth-faults-XXXXXX");
    flow.prepare(folder.path());
    FlowEnd end;
    {
        FailingCalls calls(folder.path().toStdString());
        if (fault) calls.set(*fault);
        end = flow.run(folder.path());
        seen.failed = FailingCalls::failed();
        for (int i = 0; i < callCount; ++i)
            seen.counts[static_cast<size_t>(i)] = FailingCalls::count(static_cast<Call>(i));
    }
    if (!fault && (!end.done || !end.told.isEmpty()))
        return QStringLiteral("without a fault it is not done: ") + end.told.join(u' ');
    if (seen.failed == 0 && !end.done) return QStringLiteral("nothing failed and it is not done");
    if (!end.done && end.told.isEmpty() && !flow.mayFailSilently)
        return QStringLiteral("it is not done, and nothing was told");
    for (const QString& told : end.told)
        if (!isSentence(told)) return QStringLiteral("this is no sentence: \"%1\"").arg(told);
    return flow.check(folder.path());
}

}  // namespace

QString tryFlow(const FaultFlow& flow) {
    Calls whole;
    if (const QString problem = problemWith(flow, std::nullopt, whole); !problem.isEmpty()) return problem;
    const int wanted = qEnvironmentVariableIntValue("HEARTH_FAULT_PLACES");
    const int places = wanted > 0 ? wanted : 6;
    int faults = 0;
    for (const Kind& kind : kinds) {
        if (kind.call == Call::Allocate && !flow.failsAllocations) continue;
        const int64_t count = whole.counts[static_cast<size_t>(kind.call)];
        for (const int64_t place : spread(count, places)) {
            for (const int64_t every : {0, 1}) {
                const QString which = QStringLiteral("%1 fails (%2), call %3 of %4%5: ")
                                          .arg(QLatin1String(kind.name), QLatin1String(strerror(kind.error)))
                                          .arg(place)
                                          .arg(count)
                                          .arg(every == 0 ? QString() : QStringLiteral(" and all after it"));
                qDebug("%s", qPrintable(which));
                Calls seen;
                const QString problem = problemWith(flow, Fault{kind.call, kind.error, place, every}, seen);
                if (!problem.isEmpty()) return which + problem;
                // A run may need fewer calls than the one before it.
                if (seen.failed > 0) ++faults;
            }
        }
    }
    qInfo("%d faults", faults);
    return faults > 0 ? QString() : QStringLiteral("no call failed");
}

}  // namespace hearth::test

#include "inference/guarded.h"

#include <QCoreApplication>
#include <exception>
#include <new>

#include "inference/message_translation.h"

namespace hearth::app {

namespace {
struct GuardedText {
    Q_DECLARE_TR_FUNCTIONS(Inference)
};

InferenceProblem unknownProblem(const QString& reason) {
    return {ErrorCode::Device,
            GuardedText::tr("The model stopped for a reason that Hearth does not know (%1). Load it again.")
                .arg(reason)};
}

}  // namespace

InferenceProblem problemOf(const Error& error) {
    return {error.code(), translated(error.message()), error.message()};
}

std::optional<InferenceProblem> guarded(const std::function<void()>& work) {
    try {
        work();
        return std::nullopt;
    } catch (const Error& error) {
        return problemOf(error);
    } catch (const std::bad_alloc&) {
        return InferenceProblem{
            ErrorCode::OutOfMemory,
            GuardedText::tr("There is not enough memory. Close other programs, or choose a smaller model or "
                            "a shorter context.")};
    } catch (const std::exception& error) {
        return unknownProblem(QString::fromUtf8(error.what()));
    } catch (...) {
        return unknownProblem(QStringLiteral("?"));
    }
}

}  // namespace hearth::app

#include "settings/sampling_ranges.h"

#include <QCoreApplication>
#include <limits>

#include "settings/sampling_parameters.h"

namespace hearth::app {

double SamplingRanges::from(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->from : 0;
}

double SamplingRanges::to(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->to : 0;
}

double SamplingRanges::stepSize(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->stepSize : 0;
}

double SamplingRanges::neutral(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->neutral : std::numeric_limits<double>::quiet_NaN();
}

int SamplingRanges::decimals(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->decimals : 0;
}

QString SamplingRanges::describe(const QString& name) const {
    if (name == QLatin1String("seed"))
        return tr("The same seed and settings give the same text again. Empty: a new one for every reply.");
    if (name == QLatin1String("stop")) return tr("The reply ends before the first of these texts.");
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? QCoreApplication::translate("Sampling", parameter->description) : QString();
}

}  // namespace hearth::app

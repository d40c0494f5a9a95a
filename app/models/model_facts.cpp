#include "models/model_facts.h"

#include <QCoreApplication>

namespace hearth::app {

namespace {

struct FactsText {
    Q_DECLARE_TR_FUNCTIONS(ModelFacts)
};

}  // namespace

ModelFit::Value fitOf(const MemoryPlan& plan) {
    if (plan.deviceFreeBytes == 0 || plan.totalBytes() == 0) return ModelFit::Unknown;
    if (plan.totalBytes() <= plan.deviceFreeBytes) return ModelFit::Fits;
    // On the CPU all layers are on the device, which then is too small for them.
    return plan.layersOnDevice > 0 && plan.layersOnDevice < plan.layers ? ModelFit::Partly : ModelFit::No;
}

QString fitText(const MemoryPlan& plan) {
    const auto gib = [](uint64_t bytes) {
        return QString::number(static_cast<double>(bytes) / (1ULL << 30), 'f', 1);
    };
    switch (fitOf(plan)) {
        case ModelFit::Fits:
            return FactsText::tr("Fits, takes %1 GB").arg(gib(plan.totalBytes()));
        case ModelFit::Partly:
            return FactsText::tr("%1 of %2 layers").arg(plan.layersOnDevice).arg(plan.layers);
        case ModelFit::No:
            return FactsText::tr("Needs %1 GB more").arg(gib(plan.totalBytes() - plan.deviceFreeBytes));
        case ModelFit::Unknown:
            break;
    }
    return {};
}

QString speedText(const ModelFacts& facts, const SpeedTeller& teller) {
    return teller && facts.canChat() && !facts.remote ? teller(facts) : QString();
}

QString fileSizeText(qint64 bytes) {
    const double size = static_cast<double>(bytes);
    if (size < 1e6) return FactsText::tr("%1 kB").arg(qRound(size / 1e3));
    if (size < 1e9) return FactsText::tr("%1 MB").arg(qRound(size / 1e6));
    return FactsText::tr("%1 GB").arg(size / 1e9, 0, 'f', size < 1e11 ? 1 : 0);
}

}  // namespace hearth::app

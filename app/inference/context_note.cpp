#include "inference/context_note.h"

#include <QCoreApplication>

#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

struct ContextNoteText {
    Q_DECLARE_TR_FUNCTIONS(ContextNote)
};

QString scalingName(ContextScaling scaling) {
    switch (scaling) {
        case ContextScaling::None:
            break;
        case ContextScaling::Linear:
            return ContextNoteText::tr("linear scaling");
        case ContextScaling::Yarn:
            return QStringLiteral("YaRN");
        case ContextScaling::LongRope:
            return QStringLiteral("LongRoPE");
        case ContextScaling::Dynamic:
            return ContextNoteText::tr("dynamic NTK scaling");
    }
    return {};
}

}  // namespace

QString contextNote(const ContextTraining& training, int contextLength) {
    const auto count = [](int tokens) { return spokenLocale().toString(tokens); };
    const QString scaling = scalingName(training.scaling);
    if (training.length > 0 && contextLength > training.length) {
        const QString trained = ContextNoteText::tr("Trained on %1 tokens.").arg(count(training.length));
        // Dynamic scaling alone grows with the length that is asked for.
        if (training.scaling == ContextScaling::Dynamic)
            return trained + u' ' +
                   ContextNoteText::tr("Beyond that, positions are stretched by %1; replies get less exact.")
                       .arg(scaling);
        return trained + u' ' +
               ContextNoteText::tr("Beyond that, no scaling is used and replies quickly lose their sense.");
    }
    if (scaling.isEmpty() || training.unscaledLength <= 0 || contextLength <= training.unscaledLength ||
        training.unscaledLength >= training.length)
        return {};
    return ContextNoteText::tr("Uses %1 beyond %2 tokens, as the model was made to.")
        .arg(scaling, count(training.unscaledLength));
}

}  // namespace hearth::app

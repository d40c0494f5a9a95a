#include "inference/spoken_problem.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace hearth::app {

namespace {

constexpr std::array problems{
    QT_TRANSLATE_NOOP("EngineProblems",
                      "\"%1\" cannot be used: it is not a GGUF file; choose a file that ends in .gguf."),
    QT_TRANSLATE_NOOP("EngineProblems", "\"%1\" cannot be used: it is empty; download it again."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "\"%1\" cannot be used: tensor \"%2\" reaches past the end of the file (%3 bytes); the file is "
        "cut short, download it again."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "\"%1\" cannot be used: it claims %2 %3, more than the file can hold; download it again."),
    QT_TRANSLATE_NOOP("EngineProblems", "\"%1\" cannot be used: it cannot be opened: %2."),
    QT_TRANSLATE_NOOP("EngineProblems", "\"%1\" cannot be used: it cannot be read: %2."),
    QT_TRANSLATE_NOOP("EngineProblems", "\"%1\" cannot be used: it is not a file; choose a file."),
    QT_TRANSLATE_NOOP("EngineProblems",
                      "\"%1\" cannot be used: it has become shorter since it was opened; open it again."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "\"%1\" cannot be used: it has the outdated GGUF version 1; download a newer file of the "
        "model."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "\"%1\" cannot be used: it has GGUF version %2 and this version of Hearth reads 2 and 3."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "\"%1\" cannot be used: it is written for big-endian machines; choose the ordinary file of the "
        "model."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "\"%1\" cannot be used: %2 is stored as block type %3, which this version of Hearth does not "
        "know."),
    QT_TRANSLATE_NOOP("EngineProblems",
                      "\"%1\" cannot be used: there is not enough memory to read its tables."),
    QT_TRANSLATE_NOOP("EngineProblems",
                      "The folder \"%1\" cannot be used: its file \"%2\" is missing; download it again."),
    QT_TRANSLATE_NOOP("EngineProblems",
                      "The folder \"%1\" cannot be used: its file \"%2\" is damaged; download it again."),
    QT_TRANSLATE_NOOP("EngineProblems",
                      "The folder \"%1\" cannot be used: its file \"%2\" cannot be opened: %3."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The folder \"%1\" cannot be used: it holds no .safetensors file; download its weights."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The folder \"%1\" cannot be used: its tensor \"%2\" reaches past the end of the file (%3 bytes); "
        "the file is cut short, download it again."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The folder \"%1\" cannot be used: Hearth does not read folders of the kind \"%2\" yet; choose a "
        "GGUF file of the model."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The folder \"%1\" cannot be used: its weights are quantised by the method \"%2\", which Hearth does "
        "not read yet; choose a checkpoint of GPTQ, AWQ or FP8, or a GGUF file."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "Hearth does not know the model architecture \"%1\" yet; choose a model of another family."),
    QT_TRANSLATE_NOOP("EngineProblems",
                      "Hearth does not know the tokenizer '%1' of this file; a newer version may."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The model file lacks the tensor %1; it is incomplete or of a variant that Hearth does not "
        "know."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The tensor %1 has the shape %2 where the model's numbers ask for %3; the file is damaged."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "There is not enough memory for %1 MiB; close other programs or choose a smaller model or "
        "context."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The graphics card ran out of memory (%1); put fewer layers on it, or choose a smaller context "
        "or model."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The prompt has %1 tokens and the context only %2; shorten it or load the model with a longer "
        "context."),
    QT_TRANSLATE_NOOP("EngineProblems", "The prompt is empty; write something first."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The draft model knows %1 tokens and this model %2; choose a smaller model of the same family."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The draft model's vocabulary is another than this model's from token %1 on; choose a smaller model "
        "of the same family."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The draft model's vocabulary is of another kind than this model's; choose a smaller model of the "
        "same family."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "The draft model has recurrent layers, which cannot go back behind wrong guesses; choose another "
        "one."),
    QT_TRANSLATE_NOOP(
        "EngineProblems",
        "A draft model would change nothing here, because this model has recurrent layers, which cannot go "
        "back behind wrong guesses."),
};

constexpr std::array reasons{
    QT_TRANSLATE_NOOP("EngineReasons", "No graphics card was found."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "This copy of Hearth was built without its GPU engine. Hearth will use the CPU."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "This copy of Hearth was built without its GPU engine; use the CPU instead."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "Hearth's GPU engine could not be loaded (%1); install Hearth again, or use the CPU."),
    QT_TRANSLATE_NOOP(
        "EngineReasons",
        "Hearth's GPU engine belongs to another version of Hearth; install Hearth again, or use the CPU."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "No NVIDIA driver was found; install it to use an NVIDIA card, or use the CPU."),
    QT_TRANSLATE_NOOP(
        "EngineReasons",
        "The NVIDIA driver is too old (it speaks CUDA %1, Hearth needs %2); update it, or use the CPU."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "The NVIDIA driver shows no graphics card; check CUDA_VISIBLE_DEVICES and the card's "
                      "seat, or use the CPU."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "The graphics card %1 is too old for Hearth (compute capability %2, 7.5 is needed); "
                      "use the CPU instead."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "This copy of Hearth has no code for this graphics card (%1); use the CPU, or build "
                      "Hearth on this machine."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "The graphics card is taken by another program (%1); close it, or use the CPU."),
    QT_TRANSLATE_NOOP("EngineReasons",
                      "The graphics card stopped working for this program (%1); restart Hearth to use the "
                      "card again, or use the CPU."),
    QT_TRANSLATE_NOOP("EngineReasons", "The graphics card reported an error (%1); use the CPU instead."),
    QT_TRANSLATE_NOOP("EngineReasons", "%1 of %2 layers run on the CPU"),
    QT_TRANSLATE_NOOP("EngineReasons", "no layer of the model fits on the graphics card"),
};

constexpr std::array templateNotes{
    QT_TRANSLATE_NOOP("EngineTemplates", "The model brings no chat template; using %1."),
    QT_TRANSLATE_NOOP("EngineTemplates", "The model's own template does not work (%1); using %2."),
};

constexpr std::array steps{
    QT_TRANSLATE_NOOP("EngineSteps", "Reading the file"),
    QT_TRANSLATE_NOOP("EngineSteps", "Reading the vocabulary"),
    QT_TRANSLATE_NOOP("EngineSteps", "Loading the draft model"),
    QT_TRANSLATE_NOOP("EngineSteps", "Loading weights"),
    QT_TRANSLATE_NOOP("EngineSteps", "Making room for conversations"),
    QT_TRANSLATE_NOOP("EngineSteps", "Reading the kept cache"),
    QT_TRANSLATE_NOOP("EngineSteps", "Ready"),
};

/// Sentences of the engine under one name of the translations.
class Sentences {
public:
    /// %1, %2 … stand in this order in the English sentences.
    Sentences(const char* context, std::span<const char* const> texts) : m_context(context) {
        for (const char* text : texts) {
            QString shape = QRegularExpression::escape(QString::fromLatin1(text));
            // What begins with a place would else match every sentence that comes before.
            if (shape.startsWith(QLatin1String("\\%1"))) shape.replace(0, 3, QStringLiteral("(\\S+)"));
            for (int place = 1; place < 4; ++place)
                shape.replace(QStringLiteral("\\%") + QString::number(place), QStringLiteral("(.+?)"));
            m_known.push_back({QRegularExpression(QRegularExpression::anchoredPattern(shape)),
                               QRegularExpression(QStringLiteral("\\A") + shape), text});
        }
    }

    /// The sentence that `said` begins with, translated; `rest` is what follows. Nothing when it is not
    /// known, or when something follows and `rest` is null.
    std::optional<QString> speak(const QString& said, QString* rest = nullptr) const {
        for (const Known& one : m_known) {
            const QRegularExpressionMatch match = one.whole.match(said);
            if (match.hasMatch()) {
                if (rest) rest->clear();
                return filled(one.text, match);
            }
        }
        if (!rest) return {};
        for (const Known& one : m_known) {
            const QRegularExpressionMatch match = one.begin.match(said);
            if (!match.hasMatch() || !said.mid(match.capturedEnd()).startsWith(u' ')) continue;
            *rest = said.mid(match.capturedEnd() + 1);
            return filled(one.text, match);
        }
        return {};
    }

private:
    struct Known {
        QRegularExpression whole, begin;
        const char* text;
    };

    QString filled(const char* text, const QRegularExpressionMatch& match) const {
        const QString spoken = QCoreApplication::translate(m_context, text);
        // All at once: a file may be called "%2.gguf".
        switch (match.lastCapturedIndex()) {
            case 1:
                return spoken.arg(match.captured(1));
            case 2:
                return spoken.arg(match.captured(1), match.captured(2));
            case 3:
                return spoken.arg(match.captured(1), match.captured(2), match.captured(3));
            default:
                return spoken;
        }
    }

    const char* m_context;
    std::vector<Known> m_known;
};

}  // namespace

std::span<const char* const> translatedProblems() {
    return problems;
}

std::span<const char* const> translatedSteps() {
    return steps;
}

std::span<const char* const> translatedReasons() {
    return reasons;
}

std::span<const char* const> translatedTemplateNotes() {
    return templateNotes;
}

QString spokenStep(const QString& step) {
    const bool known =
        std::ranges::any_of(steps, [&](const char* one) { return step == QLatin1String(one); });
    return known ? QCoreApplication::translate("EngineSteps", step.toUtf8().constData()) : step;
}

QString spokenProblem(const QString& sentence) {
    static const Sentences known("EngineProblems", problems);
    if (const auto spoken = known.speak(sentence)) return *spoken;
    // With the graphics card asked for, why there is none is an error.
    return spokenReason(sentence);
}

QString spokenReason(const QString& reason) {
    static const Sentences known("EngineReasons", reasons);
    static const Sentences shortages("EngineProblems", problems);
    QString rest;
    auto spoken = known.speak(reason, &rest);
    if (!spoken) spoken = shortages.speak(reason, &rest);
    if (!spoken) return reason;
    return rest.isEmpty() ? *spoken : *spoken + u' ' + spokenReason(rest);
}

QString spokenTemplateNote(const QString& note) {
    static const Sentences known("EngineTemplates", templateNotes);
    return known.speak(note).value_or(note);
}

QString spokenBackend(const QString& backend) {
    return backend == QLatin1String("CPU")   ? QCoreApplication::translate("EngineDevices", "CPU")
           : backend == QLatin1String("GPU") ? QCoreApplication::translate("EngineDevices", "GPU")
                                             : backend;
}

QString spokenDevice(const QString& device) {
    static const QRegularExpression processor(
        QStringLiteral("\\A(?:(.+) and )?(\\d+) threads?(?:, (.+))?\\z"));
    const QRegularExpressionMatch match = processor.match(device);
    if (!match.hasMatch()) return device;
    const QString count = match.captured(2), features = match.captured(3);
    QString spoken = count == QLatin1String("1")
                         ? QCoreApplication::translate("EngineDevices", "1 thread")
                         : QCoreApplication::translate("EngineDevices", "%1 threads").arg(count);
    if (!features.isEmpty()) spoken += QStringLiteral(", ") + features;
    if (match.captured(1).isEmpty()) return spoken;
    return QCoreApplication::translate("EngineDevices", "%1 and %2").arg(match.captured(1), spoken);
}

}  // namespace hearth::app

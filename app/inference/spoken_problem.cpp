#include "inference/spoken_problem.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
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
};

constexpr std::array steps{
    QT_TRANSLATE_NOOP("EngineSteps", "Reading the file"),
    QT_TRANSLATE_NOOP("EngineSteps", "Reading the vocabulary"),
    QT_TRANSLATE_NOOP("EngineSteps", "Loading weights"),
    QT_TRANSLATE_NOOP("EngineSteps", "Making room for conversations"),
    QT_TRANSLATE_NOOP("EngineSteps", "Reading the kept cache"),
    QT_TRANSLATE_NOOP("EngineSteps", "Ready"),
};

struct Known {
    QRegularExpression shape;
    const char* text;
};

/// %1, %2 … stand in this order in the English sentences.
std::vector<Known> shapes() {
    std::vector<Known> known;
    for (const char* text : problems) {
        QString shape = QRegularExpression::escape(QString::fromLatin1(text));
        for (int place = 1; place < 4; ++place)
            shape.replace(QStringLiteral("\\%") + QString::number(place), QStringLiteral("(.+?)"));
        known.push_back({QRegularExpression(QRegularExpression::anchoredPattern(shape)), text});
    }
    return known;
}

}  // namespace

std::span<const char* const> translatedProblems() {
    return problems;
}

std::span<const char* const> translatedSteps() {
    return steps;
}

QString spokenStep(const QString& step) {
    const bool known =
        std::ranges::any_of(steps, [&](const char* one) { return step == QLatin1String(one); });
    return known ? QCoreApplication::translate("EngineSteps", step.toUtf8().constData()) : step;
}

QString spokenProblem(const QString& sentence) {
    static const std::vector<Known> known = shapes();
    for (const Known& one : known) {
        const QRegularExpressionMatch match = one.shape.match(sentence);
        if (!match.hasMatch()) continue;
        QString text = QCoreApplication::translate("EngineProblems", one.text);
        // All at once: a file may be called "%2.gguf".
        switch (match.lastCapturedIndex()) {
            case 1:
                return text.arg(match.captured(1));
            case 2:
                return text.arg(match.captured(1), match.captured(2));
            case 3:
                return text.arg(match.captured(1), match.captured(2), match.captured(3));
            default:
                return text;
        }
    }
    return sentence;
}

}  // namespace hearth::app

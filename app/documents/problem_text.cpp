#include "documents/problem_text.h"

#include <QCoreApplication>

#include "reading/document_text.h"

namespace hearth::app {

namespace {

struct ProblemText {
    Q_DECLARE_TR_FUNCTIONS(Documents)
};

}  // namespace

QString documentProblemText(const store::DocumentRecord& document) {
    switch (document.problem) {
        case store::DocumentProblem::NoWords:
            if (document.detail == QLatin1String(picturesDetail))
                return ProblemText::tr("Its pages are pictures. Install tesseract, and they will be read.");
            return ProblemText::tr("It holds no words: it is empty, or pictures of pages.");
        case store::DocumentProblem::Unreadable:
            return ProblemText::tr("It is damaged or asks for a password. Save it again without one.");
        case store::DocumentProblem::TooLong:
            return ProblemText::tr("It is larger than %1 MB. Split it.").arg(document.detail);
        case store::DocumentProblem::TooMuch:
            return ProblemText::tr("It takes too much time or memory to read. Save its text in a text file.");
        case store::DocumentProblem::NoAccess:
            return ProblemText::tr("It cannot be opened (%1).").arg(document.detail);
        case store::DocumentProblem::None:
        case store::DocumentProblem::NotText:
            break;
    }
    return ProblemText::tr("It is not a text, and no document that Hearth knows.");
}

}  // namespace hearth::app

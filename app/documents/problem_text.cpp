#include "documents/problem_text.h"

#include "reading/reading_problem.h"

namespace hearth::app {

namespace {

DocumentText::End endOf(store::DocumentProblem problem) {
    switch (problem) {
        case store::DocumentProblem::NoWords:
            return DocumentText::NoWords;
        case store::DocumentProblem::Unreadable:
            return DocumentText::Unreadable;
        case store::DocumentProblem::TooLong:
            return DocumentText::TooLong;
        case store::DocumentProblem::TooMuch:
            return DocumentText::TooMuch;
        case store::DocumentProblem::NoAccess:
            return DocumentText::NoAccess;
        case store::DocumentProblem::SomePages:
        case store::DocumentProblem::None:
        case store::DocumentProblem::NotText:
            break;
    }
    return DocumentText::NotText;
}

}  // namespace

QString documentProblemText(const store::DocumentRecord& document) {
    if (document.problem == store::DocumentProblem::SomePages) return unreadPagesText(document.detail);
    return readingProblemText(endOf(document.problem), document.detail);
}

}  // namespace hearth::app

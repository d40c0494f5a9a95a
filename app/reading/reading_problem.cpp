#include "reading/reading_problem.h"

#include <QCoreApplication>

namespace hearth::app {

namespace {

struct ProblemText {
    Q_DECLARE_TR_FUNCTIONS(Documents)
};

}  // namespace

QString readingProblemText(DocumentText::End end, const QString& detail) {
    switch (end) {
        case DocumentText::NoWords:
            if (detail == QLatin1String(picturesDetail))
                return ProblemText::tr("Its pages are pictures. Install tesseract, and they will be read.");
            return ProblemText::tr("It holds no words: it is empty, or pictures of pages.");
        case DocumentText::Unreadable:
            return ProblemText::tr("It is damaged or asks for a password. Save it again without one.");
        case DocumentText::TooLong:
            return ProblemText::tr("It is larger than %1 MB. Split it.").arg(detail);
        case DocumentText::TooMuch:
            return ProblemText::tr("It takes too much time or memory to read. Save its text in a text file.");
        case DocumentText::NoAccess:
            return ProblemText::tr("It cannot be opened (%1).").arg(detail);
        case DocumentText::Read:
        case DocumentText::NotText:
        case DocumentText::Stopped:
            break;
    }
    return ProblemText::tr("It is not a text, and no document that Hearth knows.");
}

QString unreadPagesText(const QString& pages) {
    const bool one = !pages.contains(u',') && !pages.contains(u'–');
    return (one ? ProblemText::tr("Page %1 could not be read.")
                : ProblemText::tr("Pages %1 could not be read."))
        .arg(pages);
}

}  // namespace hearth::app

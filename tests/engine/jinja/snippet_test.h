#pragma once

#include <QtTest>
#include <memory>

namespace hearth::test {

/// Hearth against Python's jinja2: a test of one file of engine/jinja derives from this and gets the cases
/// of template_snippets.json that are about that file (tests/reference/make_template_snippets.py says which).
class SnippetTest : public QObject {
    Q_OBJECT

public:
    /// `file`: "text_filters"; `atLeast`: how many cases there are, so that none is lost unnoticed.
    SnippetTest(const char* file, int atLeast);
    ~SnippetTest() override;

private slots:
    void asJinja2_data();
    void asJinja2();

private:
    struct Cases;
    std::unique_ptr<Cases> m_cases;
};

/// Renders the template with the snippets' context. With `marked`, text that came in through variables is
/// enclosed in ⟦ and ⟧. An error's message begins with "error: ".
std::string renderSnippet(const std::string& source, bool marked = false);

}  // namespace hearth::test

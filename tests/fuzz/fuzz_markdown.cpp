// Markdown from any bytes, as a whole and as it streams: nothing crashes, and how it came changes nothing.
#include <cstdlib>

#include "chat/markdown_blocks.h"
#include "fuzz/fuzz_target.h"

using namespace hearth::app;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1) return 0;
    const QString text =
        QString::fromUtf8(reinterpret_cast<const char*>(data) + 1, static_cast<qsizetype>(size) - 1);
    MarkdownBlocks whole, parts;
    whole.append(text);
    whole.finish();
    const qsizetype step = 1 + data[0];
    for (qsizetype at = 0; at < text.size(); at += step) parts.append(QStringView(text).mid(at, step));
    parts.finish();
    if (whole.blocks() != parts.blocks()) std::abort();
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    constexpr std::string_view texts[] = {
        "\4# Title\n\nA *text* with **parts**, `code`, [a link](https://example.org) and $x^2$.\n\n* one\n  "
        "* two\n    1. "
        "three\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```cpp\nint main() {}\n```\n\n> quoted\n> again\n\n- "
        "[x] done\n\n$$\n"
        "\\frac{a}{b}\n$$\n",
        "\1<think>\nhm\n</think>\n<b>bold</b> &amp; ![picture](x.png) ~~gone~~ "
        "https://example.org\n\n---\n***\n",
        "\2```\nopen\n~~~\n\n    indented\n\ttab\n1) a\n2) b\n\n\\[ x \\] \\( y \\)\n| a |\n",
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto text : texts) seeds.emplace_back(text.begin(), text.end());
    return seeds;
}

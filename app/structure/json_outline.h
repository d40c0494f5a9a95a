#pragma once

#include <QString>
#include <QStringView>
#include <cstdint>
#include <vector>

namespace hearth::app {

/// The values of a JSON text in their order, also of one that is still being written. The place of each is
/// kept, so numbers keep their digits and objects their order. A plain value.
struct JsonOutline {
    enum class Kind : uint8_t { Object, List, Text, Number, Word };  ///< a word is true, false or null

    struct Node {
        Kind kind = Kind::Word;
        bool whole = false;  ///< its end is there
        int parent = -1;     ///< place in `nodes`; -1: it is the text's own value
        int depth = 0;
        int index = 0;     ///< in its parent, from 0
        int children = 0;  ///< so far
        QString key = {};  ///< in an object: its name, without marks
        qsizetype begin = 0, end = 0;
    };

    /// Maximum depth of nested values, and their maximum number.
    static constexpr int mostDepth = 200;
    static constexpr int mostNodes = 20'000;

    std::vector<Node> nodes;
    bool isJson = false;  ///< it is JSON, or the beginning of some that has a value already
    bool whole = false;   ///< nothing is missing
    bool cut = false;     ///< the text has more nodes than `nodes` may hold; the rest was not read

    static JsonOutline of(QStringView text);
};

/// The text of a string literal given with its marks, complete or truncated. Invalid escapes stay as they
/// are.
QString unescapedJson(QStringView literal);

}  // namespace hearth::app

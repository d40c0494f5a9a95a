#pragma once

#include <QString>

namespace hearth::app {

/// A licence by the name that people know ("Apache 2.0", "Llama 3.2 Community") in place of the identifier
/// that files and the hub have ("apache-2.0"). What is not known stays as it is; "other" and the like are
/// empty.
QString licenceName(const QString& identifier);

}  // namespace hearth::app

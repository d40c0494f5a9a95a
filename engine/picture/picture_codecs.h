#pragma once

namespace hearth {

/// Loads the codecs that are files of their own on some systems (libheif's plug-ins). The first picture that
/// needs them does so too, which a process that shuts itself in cannot any more. Once a process; any thread.
void loadPictureCodecs();

}  // namespace hearth

// The widths of texts in the fonts of pictures. A picture is laid out before anybody knows which fonts its reader has,
// so these are upper bounds for the fonts of kSansFonts and kMonoFonts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::modelling {

// The fonts as CSS. All of kSansFonts but the last have the metrics of Helvetica.
inline constexpr std::string_view kSansFonts = "\"Helvetica Neue\",Helvetica,Arial,\"Liberation Sans\",sans-serif";
inline constexpr std::string_view kMonoFonts =
    "ui-monospace,SFMono-Regular,Menlo,Consolas,\"Liberation Mono\",monospace";

enum class Font : std::uint8_t { Sans, Bold, Mono };

// The width in pixels of a printable text in letters of `size_px`.
double text_width(std::string_view text, Font font, double size_px);

// The text, or its longest beginning that with "…" is not wider than `width_px`.
std::string cut_text(std::string_view text, Font font, double size_px, double width_px);

// The same, but the middle is left out. Keys differ at their ends.
std::string cut_middle(std::string_view text, Font font, double size_px, double width_px);

}  // namespace partita::modelling

# SPDX-License-Identifier: Apache-2.0
# cmake -DPAGE=DIR -DOUT=FILE.cpp -P embed.cmake: the files of a built page as a table. The assembler takes the bytes in,
# which is instant; arrays of numbers would take the compiler seconds.
file(GLOB_RECURSE files RELATIVE ${PAGE} ${PAGE}/*)
list(SORT files)
set(types html "text/html" js "text/javascript" css "text/css"
  json "application/json" svg "image/svg+xml" png "image/png" ico "image/x-icon" woff2 "font/woff2"
  txt "text/plain" toml "text/plain" wasm "application/wasm")
set(bytes "")
set(externs "")
set(rows "")
set(index 0)
foreach(file ${files})
  string(REGEX MATCH "[^.]*$" ending "${file}")
  list(FIND types "${ending}" at)
  if(at EQUAL -1)
    continue()
  endif()
  math(EXPR at "${at} + 1")
  list(GET types ${at} mime)
  if(mime MATCHES "^text/")
    set(mime "${mime}; charset=utf-8")
  endif()
  string(APPEND bytes "    \"oopss_asset_${index}: .incbin \\\"${PAGE}/${file}\\\"\\n\"\n    \"oopss_asset_end_${index}: .byte 0\\n\"\n")
  string(APPEND externs "extern const char oopss_asset_${index}[], oopss_asset_end_${index}[];\n")
  string(APPEND rows "      {\"/${file}\", \"${mime}\", between(oopss_asset_${index}, oopss_asset_end_${index})},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "// SPDX-License-Identifier: Apache-2.0
// Made by server/embed.cmake.
#include \"server/assets.hpp\"

asm(\".section .rodata\\n\"
${bytes}    \".text\\n\");
extern \"C\" {
${externs}}

namespace oopss {

const std::vector<Asset>& assets() {
  const auto between = [](const char* begin, const char* end) {
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  };
  static const std::vector<Asset> table = {
${rows}  };
  return table;
}

}  // namespace oopss
")

# Writes a C++ source that embeds every file of a folder, and defines embedded_page() over them.
#
#   cmake -DPAGE_DIR=... -DOUTPUT=... -P embed_page.cmake
#
# A file `x.br` or `x.gz` is an encoding of `x`. The source holds a digest of every file, so it
# changes, and is compiled again, when a file does; otherwise it is left as it is.

cmake_minimum_required(VERSION 3.25)

if(NOT EXISTS ${PAGE_DIR}/index.html)
  message(FATAL_ERROR "No page to embed: ${PAGE_DIR}/index.html doesn't exist. "
                      "'./dev build' builds the page first.")
endif()

set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_txt "text/plain; charset=utf-8")
set(type_svg "image/svg+xml")
set(type_json "application/json")
set(type_xml "application/xml")
set(type_webmanifest "application/manifest+json")
set(type_wasm "application/wasm")
set(type_woff2 "font/woff2")
set(type_png "image/png")
set(type_ico "image/x-icon")

# Appends the bytes of `file` to the section of constants, between the symbols <symbol> and <symbol>_end.
function(embed_bytes symbol file)
  file(SHA256 ${PAGE_DIR}/${file} digest)
  string(APPEND data "    // ${digest}\n"
                     "    \"${symbol}: .incbin \\\"${PAGE_DIR}/${file}\\\"\\n\"\n"
                     "    \"${symbol}_end: .byte 0\\n\"\n")
  string(APPEND symbols "extern const char ${symbol}[], ${symbol}_end[];\n")
  set(data "${data}" PARENT_SCOPE)
  set(symbols "${symbols}" PARENT_SCOPE)
endfunction()

# Appends the row of a file to the table, with the encodings that stand beside it.
function(embed_file index file)
  cmake_path(GET file EXTENSION LAST_ONLY extension)
  string(SUBSTRING "${extension}" 1 -1 extension)
  if(NOT DEFINED type_${extension})
    message(FATAL_ERROR "${file}: no content type is known for .${extension}; add it to embed_page.cmake")
  endif()
  if(NOT file MATCHES "^[A-Za-z0-9._/-]+$")
    message(FATAL_ERROR "${file}: a name in the page may have letters, digits and . _ - / only")
  endif()
  # Vite names a file that may be kept for ever by the hash of its contents.
  set(immutable false)
  if(file MATCHES "^assets/.+-[A-Za-z0-9_-][A-Za-z0-9_-][A-Za-z0-9_-][A-Za-z0-9_-][A-Za-z0-9_-][A-Za-z0-9_-][A-Za-z0-9_-][A-Za-z0-9_-]\\.[a-z0-9]+$")
    set(immutable true)
  endif()
  file(SHA256 ${PAGE_DIR}/${file} digest)
  string(SUBSTRING ${digest} 0 16 digest)
  set(views "")
  foreach(encoding IN ITEMS "" .gz .br)
    if(EXISTS ${PAGE_DIR}/${file}${encoding})
      string(REPLACE "." "_" symbol "kitchen_page_${index}${encoding}")
      embed_bytes(${symbol} ${file}${encoding})
      string(APPEND views ",\n     {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}")
    else()
      string(APPEND views ",\n     {}")
    endif()
  endforeach()
  string(APPEND rows "    {\"/${file}\", \"${type_${extension}}\", \"${digest}\", ${immutable}${views}},\n")
  foreach(name IN ITEMS data symbols rows)
    set(${name} "${${name}}" PARENT_SCOPE)
  endforeach()
endfunction()

# They become headers (response.cc), which have no line breaks.
foreach(header IN ITEMS content-security-policy.txt early-links.txt)
  if(EXISTS ${PAGE_DIR}/${header})
    file(READ ${PAGE_DIR}/${header} value)
    string(STRIP "${value}" value)
    if(value MATCHES "[\r\n]" OR value STREQUAL "")
      message(FATAL_ERROR "${header}: expected one line")
    endif()
  endif()
endforeach()

file(GLOB_RECURSE files RELATIVE ${PAGE_DIR} ${PAGE_DIR}/*)
set(plain ${files})
list(FILTER plain EXCLUDE REGEX "\\.(br|gz)$")
# The order of embedded_page(): that of its bytes.
list(SORT plain COMPARE STRING CASE SENSITIVE)

foreach(file IN LISTS files)
  string(REGEX REPLACE "\\.(br|gz)$" "" base ${file})
  if(NOT base IN_LIST plain)
    message(FATAL_ERROR "${file}: ${base} is missing beside it")
  endif()
endforeach()

set(index 0)
foreach(file IN LISTS plain)
  embed_file(${index} ${file})
  math(EXPR index "${index} + 1")
endforeach()

set(source "// Written by embed_page.cmake.
#include <cstddef>

#include \"server/asset.h\"

asm(\".section .rodata\\n\"
${data}    \".previous\\n\");

extern \"C\" {
${symbols}}

namespace kitchen::server {

Page embedded_page() {
  static const Asset page[] = {
${rows}  };
  return page;
}

}  // namespace kitchen::server
")

if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT "${source}" STREQUAL "${before}")
  file(WRITE ${OUTPUT} "${source}")
endif()

#pragma once

#include <span>
#include <string_view>

namespace kitchen::server {

/// One file of the page, embedded in the binary (embed_page.cmake). All views live as long as the
/// program.
struct Asset {
  std::string_view path;          ///< as in a request, such as "/assets/app-Ab12Cd34.js"
  std::string_view content_type;  ///< with its charset where it is text
  std::string_view digest;        ///< of the contents, in hex
  bool immutable = false;         ///< its name changes with its contents
  std::string_view identity;      ///< the contents as they are
  std::string_view gzip;          ///< empty where there is no such encoding
  std::string_view brotli;        ///< empty where there is no such encoding
};

/// Ordered by path.
using Page = std::span<const Asset>;

/// The page this program was built with; empty when it was built without one.
Page embedded_page();

/// nullptr where the page has no such path. "/" is the index.
const Asset* find_asset(Page page, std::string_view path);

}  // namespace kitchen::server

#include "server/asset.h"

#include <algorithm>

namespace kitchen::server {

const Asset* find_asset(Page page, std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto found = std::ranges::lower_bound(page, path, {}, &Asset::path);
  return found != page.end() && found->path == path ? &*found : nullptr;
}

}  // namespace kitchen::server

#include "server/response.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <charconv>
#include <ctime>
#include <string>

namespace kitchen::server {
namespace {

namespace http = boost::beast::http;

// The page runs its own code only, and WebAssembly. It may be framed by anyone: teachers embed it
// in slides. A page that brings kPolicyPath has a policy of its own: the same, and the hashes of
// its inline style and script.
constexpr std::string_view kPolicyPath = "/content-security-policy.txt";
constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

// A page that brings kLinksPath has the browser fetch what the first screen needs before it has
// read that screen's document.
constexpr std::string_view kLinksPath = "/early-links.txt";
constexpr std::string_view kDocumentPath = "/index.html";

constexpr std::string_view kKeepForever = "public, max-age=31536000, immutable";
// "no-cache" is: keep it, but ask each time whether it is still the same.
constexpr std::string_view kAskEachTime = "no-cache";

std::string http_date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[40];
  const std::size_t length = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return {text, length};
}

Response new_response(http::status status, unsigned version) {
  Response response{status, version};
  response.set(http::field::date, http_date_now());
  response.set("Content-Security-Policy", kContentSecurityPolicy);
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  return response;
}

void set_body(Response& response, std::string_view body, bool is_head) {
  response.content_length(body.size());
  if (!is_head) response.body() = {body.data(), body.size()};
}

std::string_view error_text(http::status status) {
  switch (status) {
    case http::status::bad_request:
      return "400: this is not a request that can be read\n";
    case http::status::not_found:
      return "404: there is nothing at this address; the kitchen is at /\n";
    case http::status::method_not_allowed:
      return "405: only GET and HEAD are answered here\n";
    case http::status::payload_too_large:
      return "413: a request has no body here\n";
    case http::status::request_header_fields_too_large:
      return "431: the request's header is too large\n";
    default:
      return "500: something went wrong\n";
  }
}

/// The path of a request's target, without the query. A proxy may send the whole address.
std::string_view target_path(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!boost::beast::iequals(target.substr(0, scheme.size()), scheme)) continue;
    const std::size_t path = target.find('/', scheme.size());
    target = path == std::string_view::npos ? "/" : target.substr(path);
  }
  return target.substr(0, target.find_first_of("?#"));
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

/// Takes the text before the first `separator` off the front, trimmed.
std::string_view take_item(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view item = trim(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return item;
}

/// A weight such as "0.25" in thousandths; 0 where it is none.
int weight_permille(std::string_view text) {
  if (text.starts_with('1')) return 1000;
  if (!text.starts_with("0.")) return 0;
  std::string digits(text.substr(2, 3));
  digits.resize(3, '0');
  int permille = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), permille);
  return permille;
}

/// The weight among the parameters of an Accept-Encoding item; 1000 where there is none.
int quality_permille(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view value = take_item(parameters, ';');
    const std::string_view name = take_item(value, '=');
    if (boost::beast::iequals(name, "q")) return weight_permille(value);
  }
  return 1000;
}

std::string etag_of(const Asset& asset, std::string_view encoding) {
  // A strong tag names bytes, so each encoding has its own.
  std::string etag = "\"";
  etag += asset.digest;
  if (!encoding.empty()) etag.append("-").append(encoding);
  return etag += '"';
}

std::string_view body_of(const Asset& asset, std::string_view encoding) {
  if (encoding == "br") return asset.brotli;
  if (encoding == "gzip") return asset.gzip;
  return asset.identity;
}

Response asset_response(const Asset& asset, const RequestHeader& request) {
  const std::string_view encoding = choose_encoding(request[http::field::accept_encoding],
                                                    !asset.gzip.empty(), !asset.brotli.empty());
  const std::string etag = etag_of(asset, encoding);
  const bool unchanged = matches_etag(request[http::field::if_none_match], etag);

  Response response =
      new_response(unchanged ? http::status::not_modified : http::status::ok, request.version());
  response.set(http::field::etag, etag);
  response.set(http::field::cache_control, asset.immutable ? kKeepForever : kAskEachTime);
  response.set(http::field::vary, "Accept-Encoding");
  // A frame in a sandbox has no origin of its own, so that its own scripts come from elsewhere.
  response.set(http::field::access_control_allow_origin, "*");
  if (unchanged) return response;
  response.set(http::field::content_type, asset.content_type);
  if (!encoding.empty()) response.set(http::field::content_encoding, encoding);
  set_body(response, body_of(asset, encoding), request.method() == http::verb::head);
  return response;
}

}  // namespace

std::string_view choose_encoding(std::string_view accept_encoding, bool has_gzip, bool has_brotli) {
  int gzip = -1;
  int brotli = -1;
  int any = 0;
  while (!accept_encoding.empty()) {
    // By hand: Beast's ext_list (1.81) hands an item without parameters those of the one before.
    std::string_view parameters = take_item(accept_encoding, ',');
    const std::string_view name = take_item(parameters, ';');
    const int quality = quality_permille(parameters);
    if (boost::beast::iequals(name, "gzip")) gzip = quality;
    if (boost::beast::iequals(name, "br")) brotli = quality;
    if (name == "*") any = quality;
  }
  if (gzip < 0) gzip = any;
  if (brotli < 0) brotli = any;
  if (!has_gzip) gzip = 0;
  if (!has_brotli) brotli = 0;
  if (brotli > 0 && brotli >= gzip) return "br";  // the smaller one, where both are as welcome
  return gzip > 0 ? "gzip" : "";
}

bool matches_etag(std::string_view if_none_match, std::string_view etag) {
  while (!if_none_match.empty()) {
    std::string_view item = take_item(if_none_match, ',');
    // If-None-Match compares weakly: a cache in between may have marked the tag so.
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == "*" || item == etag) return true;
  }
  return false;
}

Response make_error(http::status status, unsigned version) {
  Response response = new_response(status, version);
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.set(http::field::cache_control, "no-store");
  if (status == http::status::method_not_allowed) {
    response.set(http::field::allow, "GET, HEAD");
  }
  set_body(response, error_text(status), false);
  return response;
}

Response make_response(Page page, const RequestHeader& request) {
  const bool is_head = request.method() == http::verb::head;
  if (request.method() != http::verb::get && !is_head) {
    return make_error(http::status::method_not_allowed, request.version());
  }
  if (request.version() >= 11 && request.count(http::field::host) != 1) {
    return make_error(http::status::bad_request, request.version());
  }
  const Asset* asset = find_asset(page, target_path(request.target()));
  if (asset != nullptr) {
    Response response = asset_response(*asset, request);
    if (const Asset* policy = find_asset(page, kPolicyPath); policy != nullptr) {
      response.set("Content-Security-Policy", trim(policy->identity));
    }
    const Asset* links = asset->path == kDocumentPath ? find_asset(page, kLinksPath) : nullptr;
    if (links != nullptr) response.set(http::field::link, trim(links->identity));
    return response;
  }
  Response response = make_error(http::status::not_found, request.version());
  if (is_head) response.body() = {};
  return response;
}

}  // namespace kitchen::server

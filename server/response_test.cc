#include "server/response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kitchen::server {
namespace {

namespace http = boost::beast::http;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kAppPath[] = "/assets/app-Ab12_d-4.js";

RequestHeader request_for(std::string_view target, http::verb method = http::verb::get) {
  RequestHeader request;
  request.method(method);
  request.target(target);
  request.version(11);
  request.set(http::field::host, "127.0.0.1:8080");
  return request;
}

Response respond(const RequestHeader& request) { return make_response(embedded_page(), request); }

std::string body_of(const Response& response) {
  return {response.body().data(), response.body().size()};
}

std::string header_of(const Response& response, std::string_view name) {
  return std::string(response[name]);
}

TEST(Page, IsEmbeddedWithItsEncodings) {
  const Asset* app = find_asset(embedded_page(), kAppPath);
  ASSERT_NE(app, nullptr);
  EXPECT_THAT(std::string(app->identity), StartsWith("document.body"));
  EXPECT_EQ(app->gzip.substr(0, 2), "\x1f\x8b");
  EXPECT_FALSE(app->brotli.empty());
  EXPECT_TRUE(app->immutable);

  const Asset* icon = find_asset(embedded_page(), "/icon.svg");
  ASSERT_NE(icon, nullptr);
  EXPECT_TRUE(icon->gzip.empty());
  EXPECT_FALSE(icon->immutable);
  EXPECT_EQ(embedded_page().size(), 3U) << "encodings are no files of their own";
}

TEST(Response, TheRootIsTheIndexAskedAboutEachTime) {
  const Response response = respond(request_for("/?lang=id&shift=2"));
  EXPECT_EQ(response.result(), http::status::ok);
  EXPECT_EQ(header_of(response, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(header_of(response, "Cache-Control"), "no-cache");
  EXPECT_THAT(body_of(response), StartsWith("<!doctype html>"));
  EXPECT_EQ(header_of(response, "Content-Length"), std::to_string(body_of(response).size()));
}

TEST(Response, CarriesTheSecurityHeaders) {
  for (const char* target : {"/", kAppPath, "/nothing"}) {
    const Response response = respond(request_for(target));
    EXPECT_EQ(header_of(response, "Content-Security-Policy"),
              "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
              "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
              "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *");
    EXPECT_EQ(header_of(response, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(header_of(response, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(header_of(response, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(response.count("X-Frame-Options"), 0U) << "teachers embed the page in slides";
  }
}

TEST(Response, OnlyThePagesFilesAreReadFromElsewhere) {
  for (const char* target : {"/", kAppPath, "/icon.svg"}) {
    RequestHeader request = request_for(target);
    const Response response = respond(request);
    EXPECT_EQ(header_of(response, "Access-Control-Allow-Origin"), "*") << "a sandboxed frame";
    request.set(http::field::if_none_match, response[http::field::etag]);
    EXPECT_EQ(header_of(respond(request), "Access-Control-Allow-Origin"), "*");
  }
  EXPECT_EQ(respond(request_for("/nothing")).count("Access-Control-Allow-Origin"), 0U);
  EXPECT_EQ(respond(request_for("/", http::verb::post)).count("Access-Control-Allow-Origin"), 0U);
  RequestHeader without_host = request_for("/");
  without_host.erase(http::field::host);
  EXPECT_EQ(respond(without_host).count("Access-Control-Allow-Origin"), 0U);
}

TEST(Response, APageThatBringsItsPolicyIsServedWithIt) {
  const Asset assets[] = {
      {"/content-security-policy.txt", "text/plain", "1", false, "default-src 'none'", {}, {}},
      {"/index.html", "text/html", "2", false, "<!doctype html>", {}, {}},
  };
  const Response response = make_response(assets, request_for("/"));
  EXPECT_EQ(header_of(response, "Content-Security-Policy"), "default-src 'none'");
  const Response missing = make_response(assets, request_for("/nothing"));
  EXPECT_THAT(header_of(missing, "Content-Security-Policy"), HasSubstr("script-src 'self'"));
}

TEST(Response, ADocumentIsServedWithTheLinksItBrings) {
  const Asset brought[] = {
      {"/assets/app.js", "text/javascript", "1", true, "run()", {}, {}},
      {"/early-links.txt",
       "text/plain",
       "2",
       false,
       "<./assets/app.js>; rel=modulepreload\n",
       {},
       {}},
      {"/index.html", "text/html", "3", false, "<p>", {}, {}},
  };
  for (const std::string_view document : {"/", "/?lang=id", "/index.html"}) {
    const Response response = make_response(brought, request_for(document));
    EXPECT_EQ(header_of(response, "Link"), "<./assets/app.js>; rel=modulepreload") << document;
  }
  for (const std::string_view other : {"/assets/app.js", "/missing"}) {
    EXPECT_EQ(header_of(make_response(brought, request_for(other)), "Link"), "") << other;
  }
  EXPECT_EQ(header_of(respond(request_for("/")), "Link"), "");
}

TEST(Response, AHashedFileIsKeptForEver) {
  const Response response = respond(request_for(kAppPath));
  EXPECT_EQ(header_of(response, "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(header_of(response, "Content-Type"), "text/javascript; charset=utf-8");
}

TEST(Response, HeadHasTheHeadersOfGetAndNoBody) {
  for (const char* target : {"/", "/nothing"}) {
    const Response get = respond(request_for(target));
    const Response head = respond(request_for(target, http::verb::head));
    EXPECT_EQ(head.result(), get.result());
    EXPECT_EQ(header_of(head, "Content-Length"), header_of(get, "Content-Length"));
    EXPECT_EQ(header_of(head, "ETag"), header_of(get, "ETag"));
    EXPECT_EQ(body_of(head), "");
    EXPECT_NE(body_of(get), "");
  }
}

TEST(Response, AKnownTagIsNotSentAgain) {
  RequestHeader request = request_for("/");
  request.set(http::field::if_none_match, respond(request)[http::field::etag]);
  const Response response = respond(request);
  EXPECT_EQ(response.result(), http::status::not_modified);
  EXPECT_EQ(body_of(response), "");
  EXPECT_NE(header_of(response, "ETag"), "");
  EXPECT_EQ(header_of(response, "Cache-Control"), "no-cache");

  request.set(http::field::if_none_match, "\"another\"");
  EXPECT_EQ(respond(request).result(), http::status::ok);
}

TEST(Response, EachEncodingHasItsOwnTag) {
  RequestHeader request = request_for(kAppPath);
  const std::string plain = header_of(respond(request), "ETag");
  request.set(http::field::accept_encoding, "br");
  const Response brotli = respond(request);
  EXPECT_EQ(header_of(brotli, "Content-Encoding"), "br");
  EXPECT_EQ(header_of(brotli, "Vary"), "Accept-Encoding");
  EXPECT_NE(header_of(brotli, "ETag"), plain);
  EXPECT_LT(brotli.body().size(), respond(request_for(kAppPath)).body().size());

  request.set(http::field::if_none_match, plain);
  EXPECT_EQ(respond(request).result(), http::status::ok)
      << "the plain bytes are not the brotli ones";
}

TEST(Response, AnEncodingThatIsNotThereFallsBackToThePlainFile) {
  RequestHeader request = request_for("/icon.svg");
  request.set(http::field::accept_encoding, "br, gzip");
  const Response response = respond(request);
  EXPECT_EQ(response.count(http::field::content_encoding), 0U);
  EXPECT_THAT(body_of(response), StartsWith("<svg"));
}

TEST(Response, OnlyNamesInThePageAreFound) {
  for (const char* target :
       {"/../server/asset.h", "/assets/../index.html", "/%2e%2e/etc/passwd", "/etc/passwd", "//",
        "/index.html/", "/index.html%00", "/assets", "/index.html.gz", "/assets/app-Ab12_d-4.js.br",
        "", "*", "index.html", "/INDEX.HTML", "\\..\\index.html"}) {
    const Response response = respond(request_for(target));
    EXPECT_EQ(response.result(), http::status::not_found) << target;
    EXPECT_THAT(body_of(response), HasSubstr("nothing at this address"));
  }
}

TEST(Response, AProxysWholeAddressIsReadAsItsPath) {
  EXPECT_EQ(respond(request_for("http://127.0.0.1:8080/icon.svg?x")).result(), http::status::ok);
  EXPECT_EQ(respond(request_for("HTTP://127.0.0.1:8080")).result(), http::status::ok);
  EXPECT_EQ(respond(request_for("http://127.0.0.1/nothing")).result(), http::status::not_found);
}

TEST(Response, OtherMethodsAreRefused) {
  for (const http::verb method : {http::verb::post, http::verb::put, http::verb::delete_,
                                  http::verb::options, http::verb::trace, http::verb::connect}) {
    const Response response = respond(request_for("/", method));
    EXPECT_EQ(response.result(), http::status::method_not_allowed);
    EXPECT_EQ(header_of(response, "Allow"), "GET, HEAD");
  }
}

TEST(Response, ARequestNamesItsHostOnce) {
  RequestHeader request = request_for("/");
  request.insert(http::field::host, "another");
  EXPECT_EQ(respond(request).result(), http::status::bad_request);
  request.erase(http::field::host);
  EXPECT_EQ(respond(request).result(), http::status::bad_request);
  request.version(10);
  EXPECT_EQ(respond(request).result(), http::status::ok);
}

TEST(ChooseEncoding, TakesWhatTheClientLikesBest) {
  EXPECT_EQ(choose_encoding("", true, true), "");
  EXPECT_EQ(choose_encoding("gzip, deflate, br", true, true), "br");
  EXPECT_EQ(choose_encoding("gzip, deflate, br", true, false), "gzip");
  EXPECT_EQ(choose_encoding("gzip, deflate", true, true), "gzip");
  EXPECT_EQ(choose_encoding("GZIP", true, true), "gzip");
  EXPECT_EQ(choose_encoding("br;q=0, gzip", true, true), "gzip");
  EXPECT_EQ(choose_encoding("br;q=0.000, gzip;q=0", true, true), "");
  EXPECT_EQ(choose_encoding("br;q=0.3, gzip;q=0.25", true, true), "br");
  EXPECT_EQ(choose_encoding("br;q=0.3, gzip;q=0.8", true, true), "gzip");
  EXPECT_EQ(choose_encoding("*", true, true), "br");
  EXPECT_EQ(choose_encoding("*, br;q=0", true, true), "gzip");
  EXPECT_EQ(choose_encoding("identity", true, true), "");
  EXPECT_EQ(choose_encoding("br;q=abc", true, true), "");
  EXPECT_EQ(choose_encoding(",,;=\"", true, true), "");
}

TEST(MatchesEtag, ReadsListsWeakTagsAndTheStar) {
  EXPECT_TRUE(matches_etag("\"a\"", "\"a\""));
  EXPECT_TRUE(matches_etag("\"b\" , W/\"a\"", "\"a\""));
  EXPECT_TRUE(matches_etag("*", "\"a\""));
  EXPECT_FALSE(matches_etag("", "\"a\""));
  EXPECT_FALSE(matches_etag("a", "\"a\""));
  EXPECT_FALSE(matches_etag("\"ab\",", "\"a\""));
}

}  // namespace
}  // namespace kitchen::server

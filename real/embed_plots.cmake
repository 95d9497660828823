# Writes a C++ source with the report's page and, where it was installed, uPlot. Looked at afresh in
# every build: cmake -DTEMPLATE=report.html -DUPLOT_DIR=uplot/dist -DOUTPUT=plots.cc -P this
set(js "")
set(css "")
if(EXISTS ${UPLOT_DIR}/uPlot.iife.min.js AND EXISTS ${UPLOT_DIR}/uPlot.min.css)
  file(READ ${UPLOT_DIR}/uPlot.iife.min.js js)
  file(READ ${UPLOT_DIR}/uPlot.min.css css)
endif()
file(READ ${TEMPLATE} html)
foreach(text IN ITEMS js css html)
  if("${${text}}" MATCHES "\\)plots\"")
    message(FATAL_ERROR "${text} holds the end of a raw string")
  endif()
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [=[
// Written by real/embed_plots.cmake; don't edit.
#include "real/report_html.h"

namespace kitchen::real {

const std::string_view kUplotJs = R"plots(@js@)plots";
const std::string_view kUplotCss = R"plots(@css@)plots";
const std::string_view kReportHtml = R"plots(@html@)plots";

}  // namespace kitchen::real
]=])

package dev.gme.report;

/** The text of the page. */
final class HtmlPage {
  private final Report report;

  HtmlPage(Report report) {
    this.report = report;
  }

  String html() {
    return report.title();
  }
}

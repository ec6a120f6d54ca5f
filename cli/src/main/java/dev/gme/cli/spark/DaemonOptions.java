package dev.gme.cli.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What a master and a worker have in common; a mixin. */
final class DaemonOptions {
  @Option(
      names = "--secret",
      required = true,
      paramLabel = "FILE",
      description = "The secret of the cluster; a master makes one where there is no such file.")
  Path secret;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on, one of this machine's own.")
  String host = "127.0.0.1";

  @Option(
      names = "--web-port",
      paramLabel = "PORT",
      description = "Port of the web page about the process; 0 takes any.")
  int webPort;

  /** Runs one of Spark's daemons until it is stopped. */
  int run(String type, List<String> arguments, Map<String, String> more) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>(SecretFile.settings(secret));
    settings.putAll(more);
    List<String> words = new ArrayList<>(arguments);
    words.addAll(
        List.of(
            "--host",
            host,
            "--webui-port",
            String.valueOf(webPort),
            "--properties-file",
            SecretFile.properties(settings).toString()));
    ProcessBuilder builder = SparkFolder.find().command(type, words);
    // Web pages and data listen where this says, and else on all interfaces.
    builder.environment().put(SparkFolder.LOCAL_ADDRESS, host);
    return SparkFolder.run(builder);
  }
}

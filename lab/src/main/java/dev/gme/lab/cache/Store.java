package dev.gme.lab.cache;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.lab.provenance.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps what was made under the digest of all that it was made from: what has not changed is not
 * made again, and a run that was killed goes on where it was. Models and scores lie in files that
 * are named by their {@link Sha256}; files that users know by name are made by a {@link Stage},
 * whose digest stands in a stamp beside them.
 *
 * <pre>{@code
 * Store store = new Store(folder, Reuse.ALL, Stamp.tool(), CodeDigest.text());
 * String key = store.key("gaussian").add(data.digest()).add(d).text();
 * Pipeline model = store.artefact(key, ArtefactKind.EXTRACTOR, "Gaussian PLDA", () -> train(data, d));
 * }</pre>
 */
public final class Store {
  private static final String CHECKPOINT = ".checkpoint";
  private static final String DIGEST = "digest ";

  private final Path folder;
  private final Reuse reuse;
  private final String tool;
  private final String build;

  /** What was made in this run is fresh. */
  private final Set<Path> thisRun = new HashSet<>();

  private int made;

  /**
   * A store in a folder, which is made if it is not there.
   *
   * @param reuse whether what earlier runs have left is used
   * @param tool name and version of the program, for provenance
   * @param build a digest of its code, which is part of every {@link #key}: what another build has
   *     made is not used
   */
  public Store(Path folder, Reuse reuse, String tool, String build) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.reuse = reuse;
    this.tool = tool;
    this.build = build;
  }

  /** What a run uses of that which earlier runs have left. */
  public enum Reuse {
    /** Whatever was made from the same. */
    ALL,
    /** All is made again, once a run. */
    NOTHING
  }

  /** A store of the same kind in a folder of this one. */
  public Store inside(String name) throws IOException {
    return new Store(folder.resolve(name), reuse, tool, build);
  }

  /** Makes something that is not there yet. */
  public interface Maker<T> {
    T make() throws IOException;
  }

  /**
   * What became of a stage.
   *
   * @param digest of the stage, an input of the stages after it
   * @param note a sentence about its files
   * @param made whether its files were made in this run
   */
  public record Outcome(String digest, String note, boolean made) {}

  /** The folder, in which the files of stages lie. */
  public Path folder() {
    return folder;
  }

  /** Begins the key of what a stage makes. */
  public Sha256 key(String stage) {
    return new Sha256().add(tool).add(build).add(stage);
  }

  /** How many things had to be made. */
  public int made() {
    return made;
  }

  public <T> T artefact(String key, ArtefactKind<T> kind, String what, Maker<T> maker)
      throws IOException {
    return content(key, what, () -> new Content<>(kind, maker.make(), Map.of())).as(kind).value();
  }

  /**
   * Something to keep, whose kind is known when it is made.
   *
   * @param facts what else there is to say of it, by name; they go into its provenance
   */
  public record Content<T>(ArtefactKind<T> kind, T value, Map<String, String> facts) {}

  /** Keeps what comes in one of several kinds, or with facts about it. */
  public StoredArtefact content(String key, String what, Maker<Content<?>> maker)
      throws IOException {
    Path file = folder.resolve(key + ".gme");
    if (!isThere(file)) {
      write(file, maker.make(), provenance(key, "", Map.of("stage", what)));
      Files.deleteIfExists(checkpointFile(key));
    }
    return read(file, () -> StoredArtefact.read(file));
  }

  private static <T> void write(Path file, Content<T> content, Provenance provenance)
      throws IOException {
    Artefact.write(file, content.kind(), content.value(), provenance.with(content.facts()));
  }

  public Map<String, NpyArray> arrays(String key, Maker<Map<String, NpyArray>> maker)
      throws IOException {
    Optional<Map<String, NpyArray>> kept = arrays(key);
    if (kept.isPresent()) {
      return kept.get();
    }
    keep(key, maker.make());
    return arrays(key).orElseThrow();
  }

  /** What was kept under a key; empty if it is to be made. */
  public Optional<Map<String, NpyArray>> arrays(String key) throws IOException {
    Path file = arraysFile(key);
    if (!isUsable(file)) {
      return Optional.empty();
    }
    return Optional.of(read(file, () -> Npz.read(file)));
  }

  /** Keeps what was made; any number of threads may do so at once. */
  public void keep(String key, Map<String, NpyArray> made) throws IOException {
    Npz.write(arraysFile(key), made);
    noteMade(arraysFile(key));
  }

  private Path arraysFile(String key) {
    return folder.resolve(key + ".npz");
  }

  /**
   * Makes the files of a stage, unless its stamp says that they were made from the same.
   *
   * @param maker writes the files, each of them whole or not at all; gives a sentence about them
   */
  public Outcome stage(Stage stage, Maker<String> maker) throws IOException {
    String digest = stage.digest();
    Path stamp = folder.resolve(stage.name() + ".stage");
    if (isThere(stamp, digest) && stage.outputs().stream().allMatch(Files::exists)) {
      return new Outcome(digest, Files.readAllLines(stamp).get(1), false);
    }
    // Without its stamp, nobody takes the files of a run that is killed for those of this stage.
    Files.deleteIfExists(stamp);
    made++;
    String note = maker.make();
    List<String> lines = new ArrayList<>(List.of(DIGEST + digest, note));
    stage.parameters().forEach((name, value) -> lines.add(name + " " + value));
    TargetFile.writeLines(stamp, lines);
    thisRun.add(stamp);
    removeCheckpoints(stage);
    return new Outcome(digest, note, true);
  }

  private boolean isThere(Path stamp, String digest) throws IOException {
    if (!Files.exists(stamp) || (reuse == Reuse.NOTHING && !thisRun.contains(stamp))) {
      return false;
    }
    List<String> lines = Files.readAllLines(stamp);
    return lines.size() > 1 && lines.get(0).equals(DIGEST + digest);
  }

  /** Removes checkpoints of other inputs, too: nobody will ask for them again. */
  private void removeCheckpoints(Stage stage) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(stage.name() + "-") && name.endsWith(CHECKPOINT)) {
          Files.delete(file);
        }
      }
    }
  }

  private boolean isThere(Path file) {
    boolean there = isUsable(file);
    if (!there) {
      noteMade(file);
    }
    return there;
  }

  private synchronized boolean isUsable(Path file) {
    return Files.exists(file) && (reuse == Reuse.ALL || thisRun.contains(file));
  }

  private synchronized void noteMade(Path file) {
    made++;
    thisRun.add(file);
  }

  /** A file that cannot be read was damaged from outside, since only whole ones are put there. */
  private static <T> T read(Path file, Maker<T> reader) throws IOException {
    try {
      return reader.make();
    } catch (GmeException e) {
      throw new GmeException(e.getMessage(), "remove " + file + ", and it will be made again");
    }
  }

  /** Where training that takes long goes on after it was interrupted. */
  public Checkpoints checkpoints(String key) throws IOException {
    Path file = checkpointFile(key);
    if (reuse == Reuse.NOTHING && thisRun.add(file)) {
      Files.deleteIfExists(file);
    }
    return new FileCheckpoints(file, provenance(key, "", Map.of()));
  }

  private Path checkpointFile(String key) {
    return folder.resolve(key + CHECKPOINT);
  }

  /** Where something that is made now comes from. */
  public Provenance provenance(String data, String command, Map<String, String> parameters) {
    return new Provenance(data, command, parameters, tool, Stamp.date());
  }
}

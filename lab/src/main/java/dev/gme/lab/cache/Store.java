package dev.gme.lab.cache;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Keeps what was trained and scored, each under the {@link Key} of all that it was made from: what
 * has not changed is not made again, and a run that was killed goes on where it was. What is
 * returned was read from its file in either case, so that both give the same result.
 */
public final class Store {
  private final Path folder;
  private final boolean fresh;
  private final String tool;
  private final String build;

  /** What was made in this run is fresh. */
  private final Set<Path> thisRun = new HashSet<>();

  private int made;

  /**
   * A store in a folder, which is made if it is not there.
   *
   * @param fresh whether everything is made again
   * @param tool name and version of the program, for provenance
   * @param build a digest of its code: what another build has made is not used
   */
  public Store(Path folder, boolean fresh, String tool, String build) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.fresh = fresh;
    this.tool = tool;
    this.build = build;
  }

  /** Makes something that is not there yet. */
  public interface Maker<T> {
    T make() throws IOException;
  }

  /** Begins the key of what a stage makes. */
  public Key key(String stage) {
    return new Key().add(tool).add(build).add(stage);
  }

  /** How many things had to be made. */
  public int made() {
    return made;
  }

  public <T> T artefact(String key, ArtefactKind<T> kind, String what, Maker<T> maker)
      throws IOException {
    Path file = folder.resolve(key + ".gme");
    if (!isThere(file)) {
      Provenance provenance = new Provenance(key, "", Map.of("stage", what), tool, "");
      Artefact.write(file, kind, maker.make(), provenance);
      Files.deleteIfExists(checkpointFile(key));
    }
    return read(file, () -> Artefact.read(file, kind).value());
  }

  public Map<String, NpyArray> arrays(String key, Maker<Map<String, NpyArray>> maker)
      throws IOException {
    Path file = folder.resolve(key + ".npz");
    if (!isThere(file)) {
      Npz.write(file, maker.make());
    }
    return read(file, () -> Npz.read(file));
  }

  private boolean isThere(Path file) {
    boolean there = Files.exists(file) && (!fresh || thisRun.contains(file));
    if (!there) {
      made++;
      thisRun.add(file);
    }
    return there;
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
    if (fresh && thisRun.add(file)) {
      Files.deleteIfExists(file);
    }
    return new FileCheckpoints(file, new Provenance(key, "", Map.of(), tool, ""));
  }

  private Path checkpointFile(String key) {
    return folder.resolve(key + ".checkpoint");
  }
}

package dev.gme.formats.io;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Opens files in which one can go to a place: of a disk, or behind a file system of a cluster.
 *
 * <pre>{@code
 * SeekableFiles hadoop = path -> new InputStreamChannel(fileSystem.open(new Path(path)));
 * }</pre>
 */
@FunctionalInterface
public interface SeekableFiles {
  /** Those of this machine, by their paths. */
  SeekableFiles LOCAL =
      path -> {
        Path file = Path.of(path);
        BadFile.requireThere(file);
        return FileChannel.open(file, StandardOpenOption.READ);
      };

  /**
   * Opens a file for reading; whoever asked closes it.
   *
   * @param path as it stands in a list
   * @throws GmeException if there is none, in words for users
   */
  SeekableByteChannel open(String path) throws IOException;
}

package dev.gme.spark;

import dev.gme.core.GmeException;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Files through Hadoop's file systems, so that HDFS, S3, Lustre and a local disk are alike. What is
 * written appears under its name only when it is whole.
 *
 * <pre>{@code
 * Files files = Files.of(session);                 // travels to tasks
 * byte[] model = files.read("s3a://bucket/model.gme");
 * files.write("hdfs:/out/manifest.json", out -> out.write(json));
 * }</pre>
 */
final class Files implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Files that are read whole into an array. */
  private static final long MOST_BYTES = Integer.MAX_VALUE - 64;

  /** Writes the content of a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private final SerializableConfiguration settings;

  private Files(SerializableConfiguration settings) {
    this.settings = settings;
  }

  /** The files that a session reads and writes. */
  static Files of(SparkSession session) {
    return new Files(new SerializableConfiguration(session.sparkContext().hadoopConfiguration()));
  }

  private FileSystem system(Path path) throws IOException {
    return path.getFileSystem(settings.value());
  }

  /** A file below a folder. */
  static String below(String folder, String name) {
    return folder.endsWith("/") ? folder + name : folder + "/" + name;
  }

  /** A path that means the same in every process: their working folders differ. */
  String absolute(String file) {
    Path path = new Path(file);
    if (path.isAbsolute() || path.toUri().getScheme() != null) {
      return file;
    }
    try {
      return system(path).makeQualified(path).toString();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  boolean exists(String file) {
    try {
      Path path = new Path(file);
      return system(path).exists(path);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  boolean isFolder(String file) {
    try {
      Path path = new Path(file);
      return system(path).getFileStatus(path).isDirectory();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** The first bytes of a file, fewer where it is shorter. */
  byte[] start(String file, int bytes) {
    Path path = new Path(file);
    try (InputStream in = system(path).open(path)) {
      return in.readNBytes(bytes);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** A whole file. */
  byte[] read(String file) {
    Path path = new Path(file);
    try {
      long size = system(path).getFileStatus(path).getLen();
      if (size > MOST_BYTES) {
        throw new GmeException(
            file + ": expected at most 2 GiB, found " + size + " bytes", "check the path");
      }
      try (InputStream in = system(path).open(path)) {
        return in.readAllBytes();
      }
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /**
   * A whole file; a path without a scheme is one of this machine where it exists there, since a
   * model lies with whoever starts a job.
   */
  byte[] readNear(String file) {
    boolean isNear = !file.contains(":") && new File(file).isFile();
    return read(isNear ? new File(file).toURI().toString() : file);
  }

  /** Whether there is a file of that name, not a folder or a pattern. */
  boolean isFile(String file) {
    Path path = new Path(file);
    try {
      return system(path).getFileStatus(path).isFile();
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** A file in which one can go to a place; whoever asked closes it. */
  SeekableByteChannel open(String file) {
    return open(file, 0, -1);
  }

  /**
   * A part of a file as if it were a file.
   *
   * @param size in bytes, negative for all
   */
  SeekableByteChannel open(String file, long start, long size) {
    Path path = new Path(file);
    try {
      FileSystem system = system(path);
      long bytes = size < 0 ? system.getFileStatus(path).getLen() : size;
      return new HadoopChannel(system.open(path), start, bytes);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /**
   * Where a file may be that a list names: below the list's folder, the folder above, the working
   * folder.
   */
  List<String> near(String list, String file) {
    Path named = new Path(file);
    if (named.isAbsolute() || named.toUri().getScheme() != null) {
      // Of the list's file system, where it names none itself.
      return List.of(new Path(new Path(absolute(list)).getParent(), named).toString());
    }
    Path folder = new Path(absolute(list)).getParent();
    Path above = folder.getParent() == null ? folder : folder.getParent();
    return List.of(
        new Path(folder, named).toString(), new Path(above, named).toString(), absolute(file));
  }

  /**
   * Writes a file whole or not at all. Another one of the same name is replaced: two attempts of a
   * task write the same bytes.
   */
  void write(String file, Content content) {
    Path path = new Path(file);
    Path part = new Path(path.getParent(), "." + path.getName() + "." + UUID.randomUUID());
    try {
      FileSystem system = system(path);
      try (OutputStream out = new BufferedOutputStream(system.create(part, true), 1 << 16)) {
        content.writeTo(out);
      } catch (IOException | RuntimeException e) {
        system.delete(part, false);
        throw e;
      }
      // A file system may refuse to rename onto a file, or onto one that another attempt has just
      // made; then that one goes first.
      if (!renamed(system, part, path)) {
        system.delete(path, false);
        if (!renamed(system, part, path)) {
          system.delete(part, false);
          throw new IOException("it cannot be renamed to its name");
        }
      }
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static boolean renamed(FileSystem system, Path from, Path to) throws IOException {
    return !system.exists(to) && system.rename(from, to);
  }

  /** Deletes a file or a folder with all that is in it, if it is there. */
  void delete(String file) {
    try {
      Path path = new Path(file);
      system(path).delete(path, true);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** Refuses a place of results where something is. */
  void requireNothingAt(String file) {
    if (exists(file)) {
      throw new GmeException(file + " exists already", "remove it or choose another name");
    }
  }

  private static GmeException failed(String file, IOException e) {
    if (e instanceof ChecksumException) {
      return new GmeException(
          file + ": the content is not what was written",
          "the file is damaged: copy it again, or make its folder anew");
    }
    return e instanceof FileNotFoundException
        ? new GmeException(file + " does not exist", "check the path")
        : new GmeException(
            file + ": " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
            "check the path and its rights");
  }
}

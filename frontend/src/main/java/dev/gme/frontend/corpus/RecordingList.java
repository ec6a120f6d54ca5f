package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.turns.Segments;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.audio.AudioFolder;
import dev.gme.frontend.audio.AudioList;
import dev.gme.frontend.audio.AudioStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The utterances of a list, each a file or a segment of one.
 *
 * <pre>{@code
 * RecordingList r = RecordingList.of(Path.of("data/train"), RecordingList.Options.DEFAULT);
 * Audio speech = r.read("am01-s5-01");
 * }</pre>
 */
public final class RecordingList {
  /** Decoded files that are kept, for segments that follow each other. */
  private static final int KEPT = 4;

  private final Map<String, Path> files;
  private final Map<String, Segments.Segment> segments;
  private final Options options;
  private final Map<Path, Decoded> decoded =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Decoded> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * How files are read.
   *
   * @param channel which one, from 0; empty where files must have one
   * @param raw what files without header hold; null where files have headers
   * @param maxSamples of a channel of a file; longer ones are refused
   */
  public record Options(OptionalInt channel, AudioStream.RawFormat raw, int maxSamples) {
    /** Files with header and one channel. */
    public static final Options DEFAULT =
        new Options(OptionalInt.empty(), null, Audio.DEFAULT_MAX_SAMPLES);
  }

  private RecordingList(
      Map<String, Path> files, Map<String, Segments.Segment> segments, Options options) {
    this.files = files;
    this.segments = segments;
    this.options = options;
  }

  /**
   * A folder with wav.scp and perhaps segments, a wav.scp itself, or one audio file, whose id is
   * its name without ending.
   */
  public static RecordingList of(Path source, Options options) {
    if (Files.isDirectory(source)) {
      Path segments = source.resolve("segments");
      Path list = source.resolve("wav.scp");
      if (!Files.exists(list)) {
        throw new GmeException(
            source + " has no wav.scp", "make one: an id and the path of a recording a line");
      }
      return of(list, Files.exists(segments) ? segments : null, options);
    }
    if (source.toString().endsWith(".scp")) {
      return of(source, null, options);
    }
    String name = source.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return new RecordingList(
        Map.of(dot > 0 ? name.substring(0, dot) : name, source), Map.of(), options);
  }

  /**
   * The same as {@link #of(Path, Options)}, but a folder without wav.scp is gone through for audio
   * files, and its folders too.
   */
  public static RecordingList found(Path source, Options options) {
    return Files.isDirectory(source) && !Files.exists(source.resolve("wav.scp"))
        ? ofFiles(AudioFolder.of(source).files(), options)
        : of(source, options);
  }

  /** Files by their ids, in the order of the map; for example those of an {@code AudioFolder}. */
  public static RecordingList ofFiles(Map<String, Path> files, Options options) {
    return new RecordingList(new LinkedHashMap<>(files), Map.of(), options);
  }

  /**
   * The recordings of a list, or their segments.
   *
   * @param segments null where each recording is an utterance
   */
  public static RecordingList of(Path list, Path segments, Options options) {
    Map<String, Path> files = AudioList.recordings(list);
    Map<String, Segments.Segment> parts = new LinkedHashMap<>();
    if (segments != null) {
      try {
        Segments.read(segments).forEach(s -> parts.put(s.id(), s));
      } catch (IOException e) {
        throw new GmeException(
            segments + " cannot be read: " + e.getMessage(), "check the path and the permissions");
      }
    }
    return new RecordingList(files, parts, options);
  }

  /** All utterances, in the order of the list. */
  public List<String> ids() {
    return new ArrayList<>((segments.isEmpty() ? files : segments).keySet());
  }

  /** The samples of an utterance; an error names the file. */
  public Audio read(String id) {
    if (segments.isEmpty()) {
      return decode(file(id, id));
    }
    Segments.Segment s = segments.get(id);
    if (s == null) {
      throw missing(id, "segments");
    }
    Path file = file(s.recording(), id);
    try {
      return whole(file).segment(s.start(), s.end());
    } catch (GmeException e) {
      String message = e.getMessage();
      throw message.startsWith(file.toString())
          ? e
          : new GmeException(file + ", segment " + id + ": " + message, e.help());
    }
  }

  /**
   * About how many seconds an utterance has: the times of a segment, or what the header of a file
   * says. Nothing is decoded; 0 where that is not known.
   */
  public double seconds(String id) {
    Segments.Segment s = segments.get(id);
    if (s != null && s.end() != Segments.TO_THE_END) {
      return s.end() - s.start();
    }
    try (AudioStream in = open(file(s == null ? id : s.recording(), id))) {
      double whole = Math.max(0, (double) in.format().frames() / in.format().rate());
      return s == null ? whole : Math.max(0, whole - s.start());
    } catch (GmeException e) {
      // What is wrong is said when it is read.
      return 0;
    }
  }

  private Path file(String recording, String id) {
    Path file = files.get(recording);
    if (file != null) {
      return file;
    }
    if (recording.equals(id)) {
      throw missing(id, "wav.scp");
    }
    throw new GmeException(
        "the recording '" + recording + "' of segment '" + id + "' is not in wav.scp",
        "add it, or take the segment out of the list");
  }

  private static GmeException missing(String id, String list) {
    return new GmeException(
        "the utterance '" + id + "' is not in " + list, "add it, or take it out of the list");
  }

  /** A file that is decoded by the first thread that wants it; the others wait. */
  private final class Decoded {
    private Audio audio;

    synchronized Audio get(Path file) {
      if (audio == null) {
        audio = decode(file);
      }
      return audio;
    }
  }

  private Audio whole(Path file) {
    Decoded found;
    synchronized (decoded) {
      found = decoded.computeIfAbsent(file, f -> new Decoded());
    }
    return found.get(file);
  }

  private Audio decode(Path file) {
    try (AudioStream in = open(file)) {
      int channels = in.format().channels();
      if (options.raw == null && options.channel.isEmpty() && channels != 1) {
        throw Audio.severalChannels(file.toString(), channels);
      }
      return Audio.read(in, file.toString(), options.channel.orElse(0), options.maxSamples);
    }
  }

  private AudioStream open(Path file) {
    return options.raw == null ? AudioStream.open(file) : AudioStream.openRaw(file, options.raw);
  }

  /** Tells whether what would be read has changed: by names, sizes and times, not by content. */
  public String digest(List<String> ids) {
    Sha256 digest = new Sha256().add(options.channel.toString()).add(String.valueOf(options.raw));
    for (String id : ids) {
      Segments.Segment s = segments.get(id);
      Path file = files.get(s == null ? id : s.recording());
      digest.add(id).add(s == null ? "" : s.toString());
      try {
        if (file != null && Files.exists(file)) {
          digest
              .add(file.toString())
              .add(Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis());
        }
      } catch (IOException e) {
        digest.add("unreadable");
      }
    }
    return digest.hex();
  }
}

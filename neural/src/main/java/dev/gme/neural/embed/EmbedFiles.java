package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.turns.Segments;
import dev.gme.formats.vectors.VectorConverter;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.frontend.audio.AudioFolder;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.provenance.Stamp;
import dev.gme.neural.network.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The files of embedded recordings: {@code eval.npz} with vectors, {@code eval.quality.tsv}, {@code
 * eval.network.json}; {@code eval.segments} of windows, {@code eval.variances.npz} where the
 * network gives them, and {@code eval.utt2spk} where the format has no place for speakers.
 */
public final class EmbedFiles {
  private final Path out;
  private final OptionalInt speakerFrom;

  /**
   * Files to be written.
   *
   * @param out the file of vectors; its name says the format
   * @param speakerFrom which part of an id is the speaker, if any
   */
  public EmbedFiles(Path out, OptionalInt speakerFrom) {
    this.out = out;
    this.speakerFrom = speakerFrom;
  }

  /** Refuses a name that does not say a format, before the work. */
  public static VectorFormat format(Path out) {
    return VectorConverter.byName(out)
        .orElseThrow(
            () ->
                new GmeException(
                    out + ": a format for vectors cannot be told from this name",
                    "let it end in .npz, .npy, .safetensors, .h5, .ark, .csv or .tsv"));
  }

  /** Refuses recordings whose ids have no such part, before the work. */
  public void check(List<String> recordings) {
    if (speakerFrom.isPresent()) {
      recordings.forEach(id -> AudioFolder.part(id, speakerFrom.getAsInt()));
    }
  }

  /** The vectors with their speakers, where these are part of the ids. */
  public LabelledVectors labelled(EmbeddedCorpus corpus, LabelledVectors vectors) {
    if (speakerFrom.isEmpty()) {
      return vectors;
    }
    Map<String, String> speakers = new LinkedHashMap<>();
    for (EmbeddedPiece p : corpus.pieces()) {
      speakers.put(p.id(), AudioFolder.part(p.recording(), speakerFrom.getAsInt()));
    }
    return vectors.withSpeakers(speakers);
  }

  /** Writes vectors and what belongs to them. */
  public LabelledVectors write(EmbeddedCorpus corpus, Network network, boolean windows)
      throws IOException {
    VectorFormat format = format(out);
    LabelledVectors vectors = labelled(corpus, corpus.vectors(out.toString()));
    VectorFiles.write(out, vectors, format);
    if (vectors.speakers().isPresent() && !VectorFiles.holdsSpeakers(format)) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < vectors.size(); i++) {
        lines.add(vectors.ids().get(i) + " " + vectors.speakers().get().get(i));
      }
      TargetFile.writeLines(NetworkNote.named(out, ".utt2spk"), lines);
    }
    Optional<LabelledVectors> variances = corpus.variances(out.toString());
    if (variances.isPresent()) {
      String name = out.getFileName().toString();
      VectorFiles.write(
          NetworkNote.named(out, ".variances" + name.substring(name.lastIndexOf('.'))),
          variances.get(),
          format);
    }
    writeNotes(corpus, network, windows);
    return vectors;
  }

  /** Writes the meta-embeddings of a network that gives them. */
  public MetaEmbeddings writeMeta(
      EmbeddedCorpus corpus, Network network, boolean windows, Provenance provenance)
      throws IOException {
    var embeddings = corpus.metaEmbeddings(network.lambda());
    Artefact.write(out, ArtefactKind.META_EMBEDDINGS, embeddings, provenance);
    writeNotes(corpus, network, windows);
    return embeddings.embeddings();
  }

  private void writeNotes(EmbeddedCorpus corpus, Network network, boolean windows)
      throws IOException {
    if (windows) {
      Segments.write(NetworkNote.named(out, ".segments"), corpus.segments());
    }
    corpus.writeQuality(NetworkNote.named(out, ".quality.tsv"));
    note(network).write(out);
  }

  /** What is to be known of the network of vectors. */
  public static NetworkNote note(Network network) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("dimension", network.dimension());
    details.put("described_by", network.found().from());
    details.put("description", network.description().toMap());
    details.put("provider", network.options().provider().toString());
    details.put("onnxruntime", Network.runtimeVersion());
    details.put("tool", Stamp.tool());
    return new NetworkNote(
        network.file().getFileName().toString(),
        network.model().digest(),
        network.digest(),
        details);
  }
}

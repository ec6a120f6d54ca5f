package dev.gme.formats.kaldi;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.FloatRows;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sets of vectors as Kaldi tables. */
public final class KaldiVectors {
  private KaldiVectors() {}

  /** All vectors of an archive or script file; a matrix of one row is a vector too. */
  public static LabelledVectors read(Path file) throws IOException {
    return InputFile.read(file, KaldiVectors::read);
  }

  /** All vectors of a file that is open. */
  public static LabelledVectors read(InputFile in) throws IOException {
    Path file = in.path();
    List<String> ids = new ArrayList<>();
    FloatRows rows = new FloatRows(file.toString());
    int dim = -1;
    try (KaldiTable table = KaldiTable.of(in)) {
      while (table.next()) {
        KaldiArray array = table.array();
        int n = array.values().cols();
        if (array.values().rows() != 1 || (dim >= 0 && n != dim)) {
          throw BadFile.at(
              file + ", key " + BadFile.quoted(table.key()),
              "expected a vector"
                  + (dim < 0 ? "" : " of dimension " + dim)
                  + ", found "
                  + array.values().rows()
                  + " x "
                  + n,
              "give vectors of one dimension");
        }
        dim = n;
        rows.add(array.values().array());
        ids.add(table.key());
      }
    }
    return LabelledVectors.of(file.toString(), ids, rows.matrix());
  }

  /** Writes vectors of floats by Kaldi's name of a table, such as {@code ark,scp:x.ark,x.scp}. */
  public static void write(String specifier, LabelledVectors set) throws IOException {
    try (KaldiTableWriter out = KaldiTableWriter.create(specifier)) {
      for (int i = 0; i < set.size(); i++) {
        KaldiArray row = new KaldiArray(true, true, set.vectors().doubles(i, i + 1));
        out.write(set.ids().get(i), row);
      }
      out.commit();
    }
  }
}

package dev.gme.neural.network;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.onnx.OnnxModel;
import dev.gme.formats.onnx.OnnxPort;
import dev.gme.frontend.network.Layout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which inputs and outputs of a network are what. Whatever does not fit what the front end makes is
 * refused here, before anything is run.
 *
 * @param input takes frames or samples
 * @param layout of the input, never AUTO
 * @param frames that it takes and no others, or {@link OnnxPort#FREE}
 * @param length takes how many of these there are, if the network asks for it
 * @param output gives the embedding
 * @param second gives what is known of its uncertainty, if anything
 */
record NetworkPorts(
    OnnxPort input,
    Layout layout,
    long frames,
    Optional<OnnxPort> length,
    OnnxPort output,
    Optional<OnnxPort> second) {
  private static final String FLOAT = "float32";

  /**
   * What the description says of the ports; empty names leave the choice to the network.
   *
   * @param dimension of a frame; 1 for samples
   * @param wave whether the network takes samples
   */
  record Request(
      String input, Layout layout, String output, String second, int dimension, boolean wave) {}

  static NetworkPorts of(Path file, OnnxModel model, Request request) {
    return new Finder(file, model, request).find();
  }

  private record Finder(Path file, OnnxModel model, Request request) {
    NetworkPorts find() {
      OnnxPort input = input();
      Optional<OnnxPort> length = length(input);
      Layout layout = layout(input);
      int time = layout == Layout.BTF ? 1 : input.rank() - 1;
      long batch = input.axes().get(0).size();
      if (batch != OnnxPort.FREE && batch != 1) {
        throw wrong(
            "takes " + batch + " recordings at a time, expected one",
            "export it with a free first axis: recordings are never padded into batches");
      }
      OnnxPort output = output(request.output);
      Optional<OnnxPort> second =
          request.second.isEmpty() ? Optional.empty() : Optional.of(output(request.second));
      long frames = input.axes().get(time).size();
      return new NetworkPorts(input, layout, frames, length, output, second);
    }

    private OnnxPort input() {
      if (!request.input.isEmpty()) {
        OnnxPort named =
            model.inputs().stream()
                .filter(p -> p.name().equals(request.input))
                .findFirst()
                .orElseThrow(
                    () ->
                        wrong(
                            "has no input "
                                + BadFile.quoted(request.input)
                                + ", only "
                                + list(model.inputs()),
                            "correct 'input' in its description"));
        return required(named);
      }
      List<OnnxPort> signals = model.inputs().stream().filter(p -> p.rank() > 1).toList();
      if (signals.size() != 1) {
        throw wrong(
            "has "
                + (signals.isEmpty() ? "no input" : "several inputs")
                + " that could take a recording: "
                + list(model.inputs()),
            signals.isEmpty()
                ? "give a network that takes frames or samples of one recording"
                : "name one of them as 'input' in its description");
      }
      return required(signals.get(0));
    }

    private OnnxPort required(OnnxPort port) {
      if (!port.type().equals(FLOAT) || port.rank() < 2 || port.rank() > 3) {
        throw wrong(
            "takes " + port + ", expected float32 of 2 or 3 axes",
            "export it with an input of a recording's samples or frames as float32");
      }
      return port;
    }

    /** Everything that is not the signal must be its length. */
    private Optional<OnnxPort> length(OnnxPort input) {
      List<OnnxPort> others =
          model.inputs().stream().filter(p -> !p.name().equals(input.name())).toList();
      if (others.isEmpty()) {
        return Optional.empty();
      }
      OnnxPort one = others.get(0);
      boolean known = List.of("int64", "int32", FLOAT).contains(one.type()) && one.rank() == 1;
      if (others.size() > 1 || !known) {
        throw wrong(
            "has inputs beside the recording that are no length of it: " + list(others),
            "export it with the recording and perhaps its length as inputs");
      }
      return Optional.of(one);
    }

    private Layout layout(OnnxPort input) {
      Layout asked = request.layout;
      if (request.wave) {
        boolean fits = input.rank() == 2 || input.axes().get(1).size() == 1;
        if (!fits || (asked != Layout.AUTO && asked != Layout.BN)) {
          throw wrong(
              "takes " + input + ", expected samples of a recording, [B,N]",
              "name the front end that makes its frames");
        }
        return Layout.BN;
      }
      if (input.rank() != 3 || asked == Layout.BN) {
        throw wrong(
            "takes " + input + ", expected frames of " + request.dimension + " numbers, [B,T,F]",
            "if it takes samples, its front end is 'wave'");
      }
      boolean lastIsFree = input.axes().get(2).isFree();
      boolean middleIsFree = input.axes().get(1).isFree();
      // An axis of free size is that of time, if the other one is not.
      boolean last = fits(input.axes().get(2), request.dimension) && !(lastIsFree && !middleIsFree);
      boolean middle =
          fits(input.axes().get(1), request.dimension) && !(middleIsFree && !lastIsFree);
      if ((!last && !middle)
          || (asked == Layout.BTF && !last)
          || (asked == Layout.BFT && !middle)) {
        throw wrong(
            "takes " + input + ", the front end makes frames of " + request.dimension + " numbers",
            "give the front end that the network was trained with");
      }
      if (asked == Layout.AUTO && last && middle) {
        throw wrong(
            "takes " + input + ", which does not say where the frames are",
            "write 'layout: BTF' or 'layout: BFT' into its description");
      }
      return asked == Layout.AUTO ? (last ? Layout.BTF : Layout.BFT) : asked;
    }

    private static boolean fits(OnnxPort.Axis axis, long size) {
      return axis.isFree() || axis.size() == size;
    }

    private OnnxPort output(String name) {
      OnnxPort found =
          model.outputs().stream()
              .filter(p -> name.isEmpty() ? p.type().equals(FLOAT) : p.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      wrong(
                          "has no output "
                              + (name.isEmpty() ? "of float32" : BadFile.quoted(name))
                              + ", only "
                              + list(model.outputs()),
                          "name one of them in its description"));
      if (!found.type().equals(FLOAT)) {
        throw wrong("gives " + found + ", expected float32", "export it with an output as float32");
      }
      return found;
    }

    private GmeException wrong(String what, String help) {
      return BadFile.at(file, "the network " + what, help);
    }

    private static String list(List<OnnxPort> ports) {
      return ports.isEmpty()
          ? "none"
          : ports.stream().map(OnnxPort::toString).collect(Collectors.joining("; "));
    }
  }
}

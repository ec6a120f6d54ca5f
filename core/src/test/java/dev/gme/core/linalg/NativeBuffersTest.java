package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class NativeBuffersTest {
  @Test
  void buffersAreDirectInNativeOrderAndZero() {
    FloatBuffer f = NativeBuffers.floats(5);
    assertThat(f.isDirect()).isTrue();
    assertThat(f.order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(f.capacity()).isEqualTo(5);
    assertThat(f.get(4)).isZero();
    DoubleBuffer d = NativeBuffers.doubles(7);
    assertThat(d.isDirect()).isTrue();
    assertThat(d.order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(d.capacity()).isEqualTo(7);
    assertThat(NativeBuffers.doubles(0).capacity()).isZero();
  }

  /** Whatever address the allocation happens to get. */
  @Test
  void everySizeIsServed() {
    for (int n = 0; n < 300; n++) {
      assertThat(NativeBuffers.floats(n).capacity()).isEqualTo(n);
      assertThat(NativeBuffers.doubles(n).capacity()).isEqualTo(n);
    }
  }

  @Test
  void moreThanABufferHoldsIsRefused() {
    assertThatThrownBy(() -> NativeBuffers.doubles(1 << 28))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a native buffer holds up to 2 GiB, asked for 2147483648 bytes");
    assertThatThrownBy(() -> NativeBuffers.floats(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}

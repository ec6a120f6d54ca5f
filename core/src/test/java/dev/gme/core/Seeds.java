package dev.gme.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test that runs once with each of the seeds 1 to n. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(Seeds.Provider.class)
public @interface Seeds {
  /** The last seed; the first is 1. */
  int value();

  /** Makes an argument of each seed. */
  final class Provider extends AnnotationBasedArgumentsProvider<Seeds> {
    @Override
    protected Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, Seeds seeds) {
      return LongStream.rangeClosed(1, seeds.value()).mapToObj(Arguments::of);
    }
  }
}

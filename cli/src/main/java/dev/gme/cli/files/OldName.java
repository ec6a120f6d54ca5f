package dev.gme.cli.files;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A name that an option had before. It is understood until version 0.2, but shown nowhere.
 *
 * <pre>{@code
 * @OldName("--utts")
 * @Option(names = "--only", paramLabel = "LIST", description = "…")
 * }</pre>
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface OldName {
  String value();
}

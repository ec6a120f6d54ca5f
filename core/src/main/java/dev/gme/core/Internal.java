package dev.gme.core;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks types, or whole packages, that are public only because packages of the same module share
 * them. The library promises nothing about them: they may change or go at any time, and the
 * architecture tests keep other modules from using them. What is promised is listed in
 * docs/library.md.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
public @interface Internal {}

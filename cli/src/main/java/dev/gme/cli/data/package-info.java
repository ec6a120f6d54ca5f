/** Commands about data: simulate, info, convert. */
package dev.gme.cli.data;

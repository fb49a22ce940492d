/** Faults that others met who follow PostgreSQL's changes, each as a case on a real PostgreSQL. */
@org.jspecify.annotations.NullMarked
package straum.cli.faults;

package partita.runtime;

/** A literal of a key's template. */
record Literal(String text) implements KeyPart {}

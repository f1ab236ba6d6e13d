package partita.runtime;

/**
 * One step of a path: a name, or the position of an element of a list.
 *
 * @param name the name, or null for an element
 * @param element the position of the element
 */
record Step(String name, int element) {
  static Step of(String name) {
    return new Step(name, 0);
  }

  static Step at(int element) {
    return new Step(null, element);
  }

  boolean isElement() {
    return name == null;
  }
}

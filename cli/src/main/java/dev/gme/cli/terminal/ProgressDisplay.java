package dev.gme.cli.terminal;

/** Where it is shown how far some work is. Many threads may report to it. */
interface ProgressDisplay {
  /** Shows nothing. */
  ProgressDisplay NONE =
      new ProgressDisplay() {
        @Override
        public void show(String what, double share, String text) {}

        @Override
        public void erase() {}
      };

  /**
   * Shows how far it is, where it has not just been shown.
   *
   * @param what the part of the work
   * @param share how much of that part is done, from 0 to 1; 0 where that is not known
   * @param text both, for people
   */
  void show(String what, double share, String text);

  /** Removes what would get in the way of other output. */
  void erase();
}

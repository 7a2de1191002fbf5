/** A program that the window lends the outer terminal to, such as a pager. */

/** A program in our process group that has the terminal for a while. Keys and signals from the terminal concern it alone. */
export type Borrower = {
  /** Ends the program, as the window itself ends; resolves when it has given the terminal back. */
  end(): Promise<void>;
  /** Resolves when Ctrl+Z has stopped the program; false if it goes on. */
  stopped(): Promise<boolean>;
};

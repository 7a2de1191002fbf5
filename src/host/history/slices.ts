/** Long work is done in slices, between which the host handles keys and output. */

/** Resolves after the event loop has handled everything that waits. */
export type Pause = () => Promise<void>;

import fc from 'fast-check';

/**
 * For one mutant after another a property has to be quick: it ends with its first failure, which nobody will read in
 * its shortest form, and after half a second at the latest, as each mutant that survives costs all of it.
 */
fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 500 });

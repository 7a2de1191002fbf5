/**
 * UTF-16 units of output after which a paced client says that it has taken them; after a preview it says so at once. What is
 * less it may keep to itself, so whoever waits for a client to catch up must not wait for the rest.
 */
export const CREDIT: number = 16 * 1024;

/**
 * A client that acknowledges output does so after so many UTF-16 units; after an update it does so at once. What is less it may
 * keep to itself, so a host must not wait for the rest.
 */
export const ACK_EVERY: number = 16 * 1024;

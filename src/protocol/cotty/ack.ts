/**
 * A client acknowledges output whenever so many UTF-16 units are shown, and an update of the screen at once. It may leave less than
 * this unacknowledged, so a host must not wait for the rest.
 */
export const ACK_EVERY: number = 16 * 1024;

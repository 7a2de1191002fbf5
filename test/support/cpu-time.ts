/** The time that this process itself has computed: what other processes take of the machine does not count. */

/** Milliseconds since its start. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

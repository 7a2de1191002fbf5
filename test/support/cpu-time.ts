/** The time that this process itself has computed: what other processes take of the machine does not count. */

/** How many times slower its code is than usual: mutation tests run code that asks at each step which mutant it is. */
const SLOWED = Number(process.env['COTTY_SLOWED'] ?? 1);

/** Milliseconds since its start. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 / SLOWED;
}

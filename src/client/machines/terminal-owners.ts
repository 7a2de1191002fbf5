/**
 * Which of several hosts has a terminal. The own host has those that it lists, mentions, or knows when it is asked, such as closed ones;
 * another host has those that it lists and, in the order of the machines, those that it has mentioned. Nothing that another host lists
 * or mentions takes a terminal from the own one.
 */

/** Limit: terminals of which is known which hosts have mentioned them. */
const MOST_MENTIONED = 20_000;

type Needs<Host> = {
  readonly own: Host;
  /** The others, in the order of the machines. */
  readonly others: () => readonly Host[];
  /** Asks the own host whether it knows a terminal; rejects if it does not answer. */
  readonly isOwn: (uri: string) => Promise<boolean>;
  /** Called when the own host turns out to have a terminal that another one lists. */
  readonly onTaken: () => void;
};

export class TerminalOwners<Host> {
  readonly #needs: Needs<Host>;
  #listed = new Map<string, Host>();
  /** The hosts that have mentioned a terminal; the newest terminals last. */
  readonly #mentioned = new Map<string, Set<Host>>();
  /** What the own host answers about those that only others have mentioned. */
  readonly #asked = new Map<string, Promise<void>>();

  constructor(needs: Needs<Host>) {
    this.#needs = needs;
  }

  /** The host of a terminal as far as is known now. */
  of(uri: string): Host {
    const listed = this.#listed.get(uri);
    if (listed !== undefined) return listed;
    const { own, others } = this.#needs;
    const by = this.#mentioned.get(uri);
    if (by === undefined || by.has(own)) return own;
    return others().find((host) => by.has(host)) ?? own;
  }

  /**
   * The host of a terminal, to which a request may go: the own host is asked first whether it knows one that others have mentioned.
   * Rejects if it does not answer, unless another host lists the terminal.
   */
  async find(uri: string): Promise<Host> {
    if (this.of(uri) === this.#needs.own) return this.#needs.own;
    try {
      await this.#ask(uri);
    } catch (error) {
      if (!this.#listed.has(uri)) throw error;
    }
    return this.of(uri);
  }

  /** Whether a host speaks of a terminal that another one has. */
  isOthers(uri: string, host: Host): boolean {
    if (host === this.#needs.own) return false;
    const listed = this.#listed.get(uri);
    if (listed !== undefined) return listed !== host;
    return this.#mentioned.get(uri)?.has(this.#needs.own) === true;
  }

  /** Notes that a host speaks of a terminal. Returns false if another one has it. */
  mention(uri: string, host: Host): boolean {
    if (this.isOthers(uri, host)) return false;
    const by = this.#mentioned.get(uri) ?? new Set();
    this.#mentioned.delete(uri);
    this.#mentioned.set(uri, by.add(host));
    for (const old of this.#mentioned.keys()) {
      if (this.#mentioned.size <= MOST_MENTIONED) break;
      this.#mentioned.delete(old);
      this.#asked.delete(old);
    }
    if ((this.#listed.get(uri) ?? host) !== host) this.#needs.onTaken();
    return true;
  }

  /**
   * Takes the lists of all hosts, the own one first; a host may be undefined while it was never connected. Returns them without the
   * terminals that another host has. A terminal stays that of its host when it is closed.
   */
  list<Info extends { readonly resource: string }>(
    lists: readonly (readonly [Host | undefined, readonly Info[]])[],
  ): readonly (readonly Info[])[] {
    const { own } = this.#needs;
    const before = this.#listed;
    this.#listed = new Map();
    return lists.map(([host, infos]) =>
      infos.filter(({ resource }) => {
        const isTaken =
          host === undefined ||
          this.#listed.has(resource) ||
          (host !== own && this.#mentioned.get(resource)?.has(own) === true);
        if (isTaken) return false;
        this.#listed.set(resource, host);
        if (before.get(resource) !== host) this.mention(resource, host);
        return true;
      }),
    );
  }

  #ask(uri: string): Promise<void> {
    const { own, isOwn } = this.#needs;
    const asked =
      this.#asked.get(uri) ??
      isOwn(uri).then((knows) => {
        if (knows) this.mention(uri, own);
      });
    this.#asked.set(uri, asked);
    asked.catch(() => this.#asked.delete(uri));
    return asked;
  }
}

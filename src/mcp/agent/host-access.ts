/** What an MCP server has to be told by whoever starts it: where the host is, and from where it was started itself. */

export type Located =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly error: string };

export type HostAccess = {
  /** Finds the host, or starts one. Asked again whenever the host is away. */
  readonly locate: () => Promise<Located>;
  readonly token?: string;
  /** The host runs on this machine: paths here mean the same there. */
  readonly local: boolean;
  /** No terminal that is made here starts outside of it. */
  readonly root?: string;
  /** Where terminals start that name no folder. */
  readonly cwd: string;
  readonly version: string;
  /** To stderr: stdout belongs to MCP. */
  readonly log: (message: string) => void;
};

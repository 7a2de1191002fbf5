/** Where the NATS servers of a fleet are, and with which credentials. Files are absolute paths. */

export type NatsOptions = {
  /** Addresses such as `nats://HOST:4222`, or `tls://HOST:4222`, where the server must speak TLS. */
  readonly servers: readonly string[];
  /** File with a JWT and the seed of its user, as nsc(1) writes it. */
  readonly creds?: string;
  /** File with the seed of an nkey. */
  readonly nkey?: string;
  /** Certificates that the server's may be signed by, if not those of the system. */
  readonly ca?: string;
  /** Certificate and key of this client. */
  readonly cert?: string;
  readonly key?: string;
  /** First words of all subjects. */
  readonly prefix: string;
};

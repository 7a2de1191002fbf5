/** Limits of the web server: part of the table of all limits. */

const KI = 1024;

export const webLimits = {
  webLinks: {
    value: 32,
    unit: 'links to the web server that wait for their use',
    rule: 'the oldest of them ends',
    least: 1,
    most: 1000,
  },
  webLinkSeconds: {
    value: 10 * 60,
    unit: 'seconds that a link to the web server waits for its use',
    rule: 'the link ends',
    least: 1,
    most: 24 * 60 * 60,
  },
  webSessions: {
    value: 64,
    unit: 'sessions of browsers at the web server',
    rule: 'the one that was not seen longest ends, with its connections',
    least: 1,
    most: 1000,
  },
  webSessionDays: {
    value: 30,
    unit: 'days that a session at the web server lasts without being seen',
    rule: 'the session ends: the browser needs a new link',
    least: 1,
    most: 400,
  },
  webConnections: {
    value: 32,
    unit: 'WebSockets and HTTP requests that one session has open at the web server',
    rule: 'further ones are refused with 503',
    least: 1,
    most: 1000,
  },
  webTickets: {
    value: 256,
    unit: 'tickets for WebSockets that wait for their use',
    rule: 'the oldest of them ends',
    least: 1,
    most: 10_000,
  },
  webTicketSeconds: {
    value: 30,
    unit: 'seconds that a ticket for a WebSocket waits for its use',
    rule: 'the ticket ends',
    least: 1,
    most: 600,
  },
  webBodyBytes: {
    value: 4 * KI,
    unit: 'bytes in one body to the web server itself',
    rule: 'the request is answered with 413',
    least: KI,
    most: 64 * KI,
  },
  webPageMiB: {
    value: 32,
    unit: 'MiB of files of the page that the web server serves',
    rule: 'no page is served: the server answers 503',
    least: 1,
    most: KI,
  },
} as const;

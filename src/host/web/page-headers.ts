/** Headers of every answer of the web door: what the page may load, and what browsers tell others of it. */

import type { ServerResponse } from 'node:http';

/** Abilities of browsers that a page of terminals has no use for. */
const NEVER = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];
const OWN = ['clipboard-read', 'clipboard-write', 'fullscreen'];

const PERMISSIONS = [...NEVER.map((name) => `${name}=()`), ...OWN.map((name) => `${name}=(self)`)].join(', ');

const RULES = [
  "default-src 'none'",
  // The decoder of pictures is WebAssembly, which this lets the page compile; no text becomes a script by it.
  "script-src 'self' 'wasm-unsafe-eval'",
  // The screen of a terminal is drawn with styles that are computed.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** `host` is the header of the request, if it is known to be ours: older browsers do not count a WebSocket as `'self'`. */
export function setPageHeaders(response: ServerResponse, host = 'localhost', isEncrypted = false): void {
  const sockets = isEncrypted ? [`wss://${host}`] : [`ws://${host}`, `wss://${host}`];
  const headers = {
    'Content-Security-Policy': [...RULES, `connect-src 'self' ${sockets.join(' ')}`].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

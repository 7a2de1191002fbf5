/** An envelope as the text of a frame, serialised once for all protocol versions in which it looks the same. */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { actionFor } from '../../protocol/to-wire.ts';

export function framesOf(envelope: ActionEnvelope): (version: string) => string {
  const written = new Map<unknown, string>();
  const byVersion = new Map<string, string>();
  return (version) => {
    const known = byVersion.get(version);
    if (known !== undefined) return known;
    // Most actions come back as the same object, so their frames are the same.
    const wire = wireEnvelope(version, envelope);
    const frame =
      written.get(wire.action) ?? JSON.stringify({ jsonrpc: '2.0', method: 'action', params: wire });
    written.set(wire.action, frame);
    byVersion.set(version, frame);
    return frame;
  };
}

/** A refused action goes back exactly as it came, malformed or not. */
export function wireEnvelope(version: string, envelope: ActionEnvelope): { readonly action: unknown } {
  if (envelope.rejectionReason !== undefined) return envelope;
  return { ...envelope, action: actionFor(version, envelope.action) };
}

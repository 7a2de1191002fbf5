/** The part of a command in a content, with a change of its note or bookmark. */

import { cottyMeta, META_KEY } from '../common/meta.ts';
import { type Annotation, annotated, annotationOf } from './annotation.ts';
import type { CommandMeta } from './command-meta.ts';
import type { CommandPart } from './state.ts';

export function annotatedPart(part: CommandPart, change: Annotation): CommandPart {
  const meta = annotated(cottyMeta<CommandMeta>(part._meta), annotationOf(change));
  return { ...part, _meta: { ...part._meta, [META_KEY]: meta } };
}

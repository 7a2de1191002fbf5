/** What is copied of a selection over blocks: commands and outputs, without signs, folders and times. */

import { withoutControls } from '../../../client/blocks/copied-text.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';

export function copySelection(event: ClipboardEvent, front: FrontTerminal): void {
  const selection = getSelection();
  const scroller = event.currentTarget;
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return;
  if (!(scroller instanceof HTMLElement) || event.clipboardData === null) return;
  const range = selection.getRangeAt(0);
  const lines = [...scroller.querySelectorAll<HTMLElement>('article')]
    .filter((article) => range.intersectsNode(article))
    .flatMap((article) => linesOfArticle(article, range, front));
  if (lines.length === 0) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', lines.join('\n'));
}

function linesOfArticle(article: HTMLElement, range: Range, front: FrontTerminal): readonly string[] {
  const lines: string[] = [];
  const command = article.querySelector('.command');
  const block = front.list.all.peek().find(({ id }) => id === article.dataset['block']);
  if (command !== null && range.intersectsNode(command)) {
    const selected = textWithin(command, range);
    // A command of several lines shows only its first one: who selects that means all of it.
    lines.push(selected === command.textContent && block ? withoutControls(block.commandLine) : selected);
  }
  let isOpen = false;
  for (const line of article.querySelectorAll('.line')) {
    if (!range.intersectsNode(line)) continue;
    const text = textWithin(line, range);
    // A long line is drawn in several pieces.
    if (isOpen) lines.push(`${lines.pop() ?? ''}${withoutEnd(text)}`);
    else lines.push(withoutEnd(text));
    isOpen = !(line.textContent ?? '').endsWith('\n');
  }
  return lines;
}

function textWithin(element: Element, range: Range): string {
  const inside = document.createRange();
  inside.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0)
    inside.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0)
    inside.setEnd(range.endContainer, range.endOffset);
  return inside.toString();
}

function withoutEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

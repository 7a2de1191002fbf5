/** Finds all regular expressions of source files: literals, and those that `new RegExp` makes of constant texts. */

import { readFileSync } from 'node:fs';
import ts from 'typescript';

export type FoundExpression = {
  /** File and line. */
  readonly where: string;
  /** Undefined when the text is known only as the program runs. */
  readonly expression: RegExp | undefined;
};

export function regularExpressions(root: string, file: string): FoundExpression[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(`${root}/${file}`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const constants = constantsOf(source);
  const found: FoundExpression[] = [];
  const visit = (node: ts.Node): void => {
    const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) found.push({ where, expression: ofLiteral(node.text) });
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [text, flags] = (node.arguments ?? []).map((argument) => textOf(argument, constants));
      const isKnown = text !== undefined && (node.arguments?.length === 1 || flags !== undefined);
      found.push({ where, expression: isKnown ? new RegExp(text, flags) : undefined });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function ofLiteral(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(source: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer !== undefined) constants.set(name.getText(), initializer);
    }
  }
  return constants;
}

function textOf(node: ts.Expression, constants: Constants): string | undefined {
  if (ts.isTaggedTemplateExpression(node)) return templateText(node.template, constants, true);
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isTemplateLiteral(node)) return templateText(node, constants, false);
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant === undefined ? undefined : textOf(constant, constants);
}

function templateText(node: ts.TemplateLiteral, constants: Constants, raw: boolean): string | undefined {
  const of = (part: ts.TemplateLiteralLikeNode) => (raw ? part.rawText : part.text) ?? part.text;
  if (ts.isNoSubstitutionTemplateLiteral(node)) return of(node);
  return node.templateSpans.reduce<string | undefined>((text, span) => {
    const inserted = textOf(span.expression, constants);
    return text === undefined || inserted === undefined ? undefined : text + inserted + of(span.literal);
  }, of(node.head));
}

import path from 'node:path';
import ts from 'typescript';
import { isRecord } from '../../model/answers/paths';
import { placeholdersIn } from '../../model/messages/placeholders';
import { messageKey, type Placeholders } from '../../schema-tools/lint/lintPlaceholders';

/**
 * Placeholders that readers need, such as links and amounts. A decline letter must name the agency (15 U.S.C. § 1681m).
 */
const NECESSARY = [
  ...['link', 'accounts', 'reset', 'enter', 'reasons', 'conditions', 'details', 'description'],
  ...['amount', 'before', 'agency', 'address', 'support', 'reference'],
];

type Names = Map<string, Set<string>>;

/**
 * Finds placeholders in calls to `fillText`, `writeMail` and `refuse`. For a text without such a call, returns the
 * placeholders that it contains.
 */
export function scanPlaceholders(root: string, texts: Record<string, unknown>, before: Placeholders): Placeholders {
  const found = scanCalls(root);
  return Object.fromEntries(
    Object.entries(texts).map(([file, content]) => {
      const each = [...byKey(content)].flatMap(([key, own]) => {
        const given = [...new Set([...(findPlaceholders(found, file, key) ?? own)])].sort();
        const known = before[file]?.[key]?.needs ?? [];
        const needs = [...new Set([...known, ...own.filter((name) => NECESSARY.includes(name))])].sort();
        const kept = key.includes('*') ? [] : needs.filter((name) => given.includes(name));
        return given.length ? [[key, { gives: given, ...(kept.length > 0 && { needs: kept }) }] as const] : [];
      });
      return [file, Object.fromEntries(each)] as const;
    }),
  );
}

function byKey(content: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { at, text } of leavesOf(content)) {
    const key = messageKey(at);
    found.set(key, [...(found.get(key) ?? []), ...placeholdersIn(text)]);
  }
  return found;
}

function leavesOf(node: unknown, at = ''): { at: string; text: string }[] {
  if (typeof node === 'string') return [{ at, text: node }];
  if (Array.isArray(node)) return node.flatMap((one, n) => leavesOf(one, `${at}/${n}`));
  return isRecord(node) ? Object.entries(node).flatMap(([name, one]) => leavesOf(one, `${at}/${name}`)) : [];
}

/** Returns the placeholders of a text. A call with a variable key (`/mail/*`) counts for every text in the group. */
function findPlaceholders(found: Names, file: string, at: string): string[] | undefined {
  const exact = found.get(`${file} ${at}`);
  if (exact) return [...exact];
  const near = [...found].find(([place]) => {
    const [own, pattern = ''] = place.split(' ');
    return own === file && pattern.includes('*') && matches(pattern.split('/'), at.split('/'));
  });
  return near && [...near[1]];
}

const matches = (pattern: string[], parts: string[]): boolean =>
  pattern.length === parts.length && pattern.every((one, n) => one === '*' || one === parts[n]);

function scanCalls(root: string): Names {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const own = fileNames.filter((file) => /^(src|widgets)\//.test(path.relative(root, file)));
  const program = ts.createProgram(own, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found: Names = new Map();
  for (const source of program.getSourceFiles().filter(({ fileName }) => own.includes(fileName)))
    visit(source, (call) => {
      for (const { places, values } of textsIn(checker, call)) {
        const names = values ? namesOf(checker, values) : [];
        for (const place of places) found.set(place, new Set([...(found.get(place) ?? []), ...names]));
      }
    });
  return found;
}

function visit(node: ts.Node, see: (call: ts.CallExpression) => void): void {
  if (ts.isCallExpression(node)) see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function textsIn(checker: ts.TypeChecker, call: ts.CallExpression): { places: string[]; values?: ts.Expression }[] {
  const [first, second, third] = call.arguments;
  const name = call.expression.getText();
  if ((name === 'fillText' || name === 'say') && first && second && isObject(checker, second))
    return [{ places: placesOf(checker, first), values: second }];
  if (name === 'writeMail' && second && third)
    return [{ places: placesOf(checker, second).flatMap((at) => [`${at}/subject`, `${at}/text`]), values: third }];
  if (name !== 'refuse' || !first || !ts.isStringLiteral(first) || !second || !ts.isObjectLiteralExpression(second))
    return [];
  const values = second.properties.find((one) => one.name?.getText() === 'values');
  const places = REFUSALS.map((file) => `${file} /refusals/${first.text}`);
  return values && ts.isPropertyAssignment(values) ? [{ places, values: values.initializer }] : [];
}

const REFUSALS = ['server', 'server-application', 'server-office', 'payment', 'studio'].map(
  (name) => `texts/${name}.json`,
);

/** False for numbers and strings, because they fill no placeholders. */
const isObject = (checker: ts.TypeChecker, values: ts.Expression): boolean =>
  !(checker.getTypeAtLocation(values).flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.StringLike));

const namesOf = (checker: ts.TypeChecker, values: ts.Expression): string[] =>
  checker
    .getTypeAtLocation(values)
    .getProperties()
    .map(({ name }) => name);

/** Returns the places an expression names: `texts.mail.reset` → `['texts/server.json /mail/reset']`. */
function placesOf(checker: ts.TypeChecker, node: ts.Expression, depth = 0): string[] {
  const below = (expression: ts.Expression) => placesOf(checker, expression, depth + 1);
  if (depth > 12) return [];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return below(node.expression);
  if (ts.isConditionalExpression(node)) return [...below(node.whenTrue), ...below(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...below(node.left), ...below(node.right)];
  // `words[text]` can be any member of `words`, or a translation of `text`.
  if (ts.isElementAccessExpression(node))
    return [...below(node.expression).map((at) => `${at}/*`), ...below(node.argumentExpression)];
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
  if (!symbol) return [];
  const known = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (known.declarations ?? []).flatMap((declaration) => placesAt(checker, declaration, below));
}

function placesAt(
  checker: ts.TypeChecker,
  declaration: ts.Declaration,
  below: (expression: ts.Expression) => string[],
): string[] {
  if (ts.isSourceFile(declaration) || inJson(declaration)) return placeIn(declaration);
  if (ts.isBindingElement(declaration)) {
    const name = (declaration.propertyName ?? declaration.name).getText();
    const member = checker.getTypeAtLocation(declaration.parent).getProperty(name);
    return (member?.declarations ?? []).filter(inJson).flatMap(placeIn);
  }
  if ((ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) && declaration.initializer)
    return below(declaration.initializer);
  return [];
}

const inJson = (node: ts.Node): boolean => node.getSourceFile().fileName.endsWith('.json');

function placeIn(node: ts.Node): string[] {
  const parts: string[] = [];
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isPropertyAssignment(at)) parts.unshift(at.name.getText().replaceAll('"', ''));
    else if (ts.isArrayLiteralExpression(at.parent)) parts.unshift('*');
  }
  const file = /schemas\/(.+\.json)$/.exec(node.getSourceFile().fileName)?.[1];
  return file ? [`${file} /${parts.join('/')}`.replace(/ \/$/, ' ')] : [];
}

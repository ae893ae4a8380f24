import path from 'node:path';
import ts from 'typescript';
import { findRoot } from '../../../src/server/platform/config';
import { createTextReader, declarationOf } from './readTexts';

/** A call that runs SQL, and its declared row type. */
export interface Statement {
  /** `'src/server/platform/jobs/jobRepository.ts:75'` */
  place: string;
  /** Texts that may be sent: several if a part has several values, none if the test can't tell. */
  texts: string[];
  /** Undefined if the call declares no row type. */
  columns?: DeclaredColumn[];
  usesRows: boolean;
}

export interface DeclaredColumn {
  name: string;
  /** One or several of `'number'`, `'Date'`, `'string[]'`, `'any'` … */
  types: string[];
  mayBeNull: boolean;
  mayBeMissing: boolean;
}

const root = findRoot();

/** Finds each `query<Row>(sql)` in the folders, and each call of a function that passes both on. */
export function findStatements(folders: readonly string[]): Statement[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => {},
    },
  );
  const isWanted = (file: string) => folders.some((folder) => file.startsWith(path.join(root, folder)));
  const program = ts.createProgram((config?.fileNames ?? []).filter(isWanted), config?.options ?? {});
  const checker = program.getTypeChecker();
  const calls = program.getSourceFiles().flatMap((file) => (isWanted(file.fileName) ? listCalls(file) : []));
  const byFunction = new Map<ts.Node | undefined, ts.CallExpression[]>();
  for (const call of calls) {
    const called = calledFunction(call, checker);
    byFunction.set(called, [...(byFunction.get(called) ?? []), call]);
  }
  const textsOf = createTextReader(checker, (declared) => byFunction.get(declared) ?? []);
  const passing = new Set(calls.filter(isQuery).flatMap((call) => passingFunction(call, checker) ?? []));
  return calls
    .filter((call) =>
      isQuery(call)
        ? !passingFunction(call, checker)
        : passing.has(calledFunction(call, checker) as ts.SignatureDeclaration),
    )
    .map((call) => describe(call));

  function describe(call: ts.CallExpression): Statement {
    const file = call.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(call.getStart());
    const [row] = call.typeArguments ?? [];
    const [sql] = call.arguments;
    return {
      place: `${path.relative(root, file.fileName)}:${line + 1}`,
      texts: sql ? textsOf(sql) : [],
      columns: row && columnsOf(checker.getTypeFromTypeNode(row), call),
      usesRows: usesRows(call),
    };
  }

  function columnsOf(type: ts.Type, at: ts.Node): DeclaredColumn[] {
    return type.getProperties().map((property) => {
      const own = checker.getTypeOfSymbolAtLocation(property, at);
      const bare = checker.getNonNullableType(own);
      const mayBeMissing = Boolean(property.flags & ts.SymbolFlags.Optional);
      return { name: property.name, types: nameTypes(bare), mayBeNull: own !== bare, mayBeMissing };
    });
  }

  function nameTypes(type: ts.Type): string[] {
    return [...new Set((type.isUnion() ? type.types : [type]).map(nameType))];
  }

  function nameType(type: ts.Type): string {
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (element) return `${nameTypes(element).length === 1 ? nameTypes(element)[0] : 'any'}[]`;
    const name = checker.typeToString(checker.getBaseTypeOfLiteralType(type));
    return /^(string|number|boolean|Date)$/.test(name) ? name : name.startsWith('Buffer') ? 'Buffer' : 'any';
  }
}

function listCalls(file: ts.SourceFile): ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isQuery = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) && expression.name.text === 'query';

/** Returns the function around a query if the query's SQL is a parameter of that function. */
function passingFunction(call: ts.CallExpression, checker: ts.TypeChecker): ts.Node | undefined {
  const [sql] = call.arguments;
  const parameter = sql && ts.isIdentifier(sql) && declarationOf(sql, checker);
  return parameter && ts.isParameter(parameter) ? parameter.parent : undefined;
}

function calledFunction({ expression }: ts.CallExpression, checker: ts.TypeChecker): ts.Node | undefined {
  const declared = declarationOf(ts.isPropertyAccessExpression(expression) ? expression.name : expression, checker);
  return declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
}

/** `(await db.query(…)).rows`, `const { rows } = await db.query(…)` */
function usesRows(call: ts.CallExpression): boolean {
  let node: ts.Node = call.parent;
  while (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) node = node.parent;
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'rows';
  return ts.isVariableDeclaration(node) && /\brows\b/.test(node.name.getText());
}

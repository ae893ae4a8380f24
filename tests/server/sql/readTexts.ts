import ts from 'typescript';

type Texts = string[] | undefined;
type Bindings = ReadonlyMap<ts.Node, Texts>;

/** Creates a function that finds the values a string in the source can have. `callsOf` finds calls of a function. */
export function createTextReader(
  checker: ts.TypeChecker,
  callsOf: (declared: ts.SignatureDeclaration) => ts.CallExpression[],
) {
  /** Functions that are being read, to stop recursion. */
  const open = new Set<ts.Node>();
  /**
   * Returns a string's possible values. Empty if it depends on more than constants. The SQL of `query(…)` may be in
   * an object.
   */
  return (node: ts.Expression): string[] => {
    const texts = read(memberOf(node, 'text') ?? node, new Map());
    return [...new Set((texts ?? []).map((text) => text.trim()))];
  };

  function read(node: ts.Expression, bindings: Bindings): Texts {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return read(node.expression, bindings);
    if (ts.isTemplateExpression(node)) return readTemplate(node, bindings);
    if (ts.isBinaryExpression(node)) return readSum(node, bindings);
    if (ts.isConditionalExpression(node)) return both(read(node.whenTrue, bindings), read(node.whenFalse, bindings));
    return (
      readLiteralType(node) ?? (ts.isCallExpression(node) ? readCall(node, bindings) : readDeclared(node, bindings))
    );
  }

  function readTemplate({ head, templateSpans }: ts.TemplateExpression, bindings: Bindings): Texts {
    return templateSpans.reduce<Texts>(
      (before, { expression, literal }) => combine(combine(before, read(expression, bindings)), [literal.text]),
      [head.text],
    );
  }

  function readSum({ left, right, operatorToken }: ts.BinaryExpression, bindings: Bindings): Texts {
    if (operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
    const [one, other] = [read(left, bindings), read(right, bindings)];
    const isSum = [...(one ?? []), ...(other ?? [])].every((text) => /^\d+$/.test(text));
    return isSum ? one?.flatMap((a) => other?.map((b) => String(Number(a) + Number(b))) ?? []) : combine(one, other);
  }

  /** Reads the value of a literal type, or all values of a union of them. */
  function readLiteralType(node: ts.Expression): Texts {
    const type = checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    if (!parts.every((part) => part.isStringLiteral() || part.isNumberLiteral())) return undefined;
    return parts.map((part) => String((part as ts.LiteralType).value));
  }

  function readDeclared(node: ts.Expression, bindings: Bindings): Texts {
    const declared = declarationOf(node, checker);
    if (!declared) return undefined;
    if (bindings.has(declared)) return bindings.get(declared);
    if (ts.isParameter(declared)) return readParameter(declared);
    if (ts.isBindingElement(declared)) return readBound(declared, bindings);
    const isConstant = ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared);
    return isConstant && declared.initializer ? read(declared.initializer, bindings) : undefined;
  }

  /** Returns the values that calls pass for the parameter. */
  function readParameter(parameter: ts.ParameterDeclaration): Texts {
    const index = parameter.parent.parameters.indexOf(parameter);
    return readCalls(parameter.parent, ({ arguments: all }) => all[index] ?? parameter.initializer);
  }

  /** `const [people] = ['office_person']`, `({ join = '' }) => …` */
  function readBound(element: ts.BindingElement, bindings: Bindings): Texts {
    const { parent: pattern } = element;
    const source = pattern.parent;
    if (ts.isArrayBindingPattern(pattern)) {
      const list = ts.isVariableDeclaration(source) ? source.initializer : undefined;
      const one = list && ts.isArrayLiteralExpression(list) && list.elements[pattern.elements.indexOf(element)];
      return one ? read(one, bindings) : undefined;
    }
    if (!ts.isParameter(source)) return undefined;
    const name = (element.propertyName ?? element.name).getText();
    const index = source.parent.parameters.indexOf(source);
    return readCalls(source.parent, ({ arguments: all }) => memberOf(all[index], name) ?? element.initializer);
  }

  function readCalls(declared: ts.SignatureDeclaration, pick: (call: ts.CallExpression) => ts.Expression | undefined) {
    return once(declared, () => {
      const picked = callsOf(declared).map(pick);
      return picked.length ? picked.map((one) => one && read(one, new Map())).reduce(both) : undefined;
    });
  }

  /** Undefined for recursive functions. */
  function once(declared: ts.Node, work: () => Texts): Texts {
    if (open.has(declared)) return undefined;
    open.add(declared);
    const found = work();
    open.delete(declared);
    return found;
  }

  /** `TABLES.replace('a', 'b')`, `['a', 'b'].join(', ')` and functions that return a text. */
  function readCall(call: ts.CallExpression, bindings: Bindings): Texts {
    const { expression, arguments: all } = call;
    if (!ts.isPropertyAccessExpression(expression)) return readReturned(call, bindings);
    const values = all.map((one) => read(one, bindings)?.[0] ?? '');
    const { expression: of, name } = expression;
    if (name.text === 'replace')
      return read(of, bindings)?.map((text) => text.replace(values[0] ?? '', values[1] ?? ''));
    if (name.text !== 'join' || !ts.isArrayLiteralExpression(of)) return undefined;
    const parts = of.elements.map((element) => read(element, bindings)?.[0]);
    return parts.some((part) => part === undefined) ? undefined : [parts.join(values[0])];
  }

  function readReturned({ expression, arguments: all }: ts.CallExpression, bindings: Bindings): Texts {
    const called = declarationOf(expression, checker);
    const made = called && ts.isVariableDeclaration(called) ? called.initializer : called;
    if (!made || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made)) || !made.body) return undefined;
    const returned = ts.isBlock(made.body) ? onlyReturn(made.body) : made.body;
    const own = made.parameters.map((one, index) => [one, all[index] && read(all[index], bindings)] as const);
    return returned && once(made, () => read(returned, new Map([...bindings, ...own])));
  }

  function memberOf(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
    if (!node) return undefined;
    if (ts.isIdentifier(node)) {
      const declared = declarationOf(node, checker);
      return declared && ts.isVariableDeclaration(declared) ? memberOf(declared.initializer, name) : undefined;
    }
    if (!ts.isObjectLiteralExpression(node)) return undefined;
    const found = node.properties.find((one) => one.name?.getText() === name);
    if (found && ts.isPropertyAssignment(found)) return found.initializer;
    return found && ts.isShorthandPropertyAssignment(found) ? found.name : undefined;
  }
}

/** Finds a name's declaration, also in another file. */
export function declarationOf(node: ts.Node, checker: ts.TypeChecker): ts.Declaration | undefined {
  const isShorthand = node.parent && ts.isShorthandPropertyAssignment(node.parent);
  const found = isShorthand
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const isImported = found && found.flags & ts.SymbolFlags.Alias;
  return (isImported ? checker.getAliasedSymbol(found) : found)?.valueDeclaration;
}

function onlyReturn({ statements }: ts.Block): ts.Expression | undefined {
  const last = statements.at(-1);
  return last && ts.isReturnStatement(last) ? last.expression : undefined;
}

const both = (one: Texts, other: Texts): Texts => one && other && [...one, ...other];

const combine = (before: Texts, after: Texts): Texts =>
  before && after && before.flatMap((start) => after.map((end) => start + end));

export interface SchemaIssue {
  code: string;
  file: string;
  /** JSON pointer. */
  path: string;
  fix: string;
}

export class CatalogError extends Error {
  constructor(readonly problems: SchemaIssue[]) {
    super(`The schema files can't be used:\n${problems.map(formatProblem).join('\n')}`);
    this.name = 'CatalogError';
  }
}

function formatProblem({ code, file, path, fix }: SchemaIssue): string {
  return `  ${file}${path && ` at ${path}`}: ${code}. ${fix}`;
}

/** One thing wrong in a schema file, and what to do about it. */
export interface Problem {
  code: string;
  file: string;
  /** JSON pointer into the file. */
  path: string;
  mend: string;
}

/** Thrown when schema files cannot be used; its message lists every problem with file, path and mend. */
export class CatalogueError extends Error {
  constructor(readonly problems: Problem[]) {
    super(`The schema files cannot be used:\n${problems.map(formatProblem).join('\n')}`);
    this.name = 'CatalogueError';
  }
}

function formatProblem({ code, file, path, mend }: Problem): string {
  return `  ${file}${path && ` at ${path}`}: ${code}. ${mend}`;
}

import { existsSync, readFileSync } from 'node:fs';
import { readModule } from './modules';

export interface Chain {
  /** `keystroke → row` */
  name: string;
  bar: number;
  files: string[];
  /** Errors: missing files or functions, and steps without an import. */
  broken: string[];
}

const PAGE = 'docs/architecture.md';
const HEADING = /^### (.+) \(at most (\d+) files\)$/;
const STEP = /^\d+\. `([^`]+)` `([^`]+)`(.*)$/;
/** Notes on how a flow continues without an import. */
const BORDERS = ['over HTTP', 'by event', 'by deps'];

/**
 * Reads the flows in docs/architecture.md. Each file must contain its function, and must import the previous file or be
 * imported by it. Without an import, the line must say `over HTTP`, `by event` or `by deps`.
 */
export function readChains(page = readFileSync(PAGE, 'utf8')): Chain[] {
  const chains: Chain[] = [];
  for (const line of page.split('\n')) {
    const [, name, bar] = HEADING.exec(line) ?? [];
    if (name) chains.push({ name, bar: Number(bar), files: [], broken: [] });
    const [, file, term, note = ''] = STEP.exec(line) ?? [];
    const chain = chains.at(-1);
    if (file && term && chain) addStep(chain, file, term, note);
  }
  return chains;
}

function addStep(chain: Chain, file: string, term: string, note: string): void {
  const before = chain.files.at(-1);
  chain.files.push(file);
  if (!existsSync(file)) return void chain.broken.push(`${file} is not there`);
  if (!new RegExp(`\\b${term}\\b`).test(readFileSync(file, 'utf8'))) chain.broken.push(`${file} has no ${term}`);
  if (!before || BORDERS.some((border) => note.includes(border)) || !existsSync(before)) return;
  const isJoined = readModule(before).imports.has(file) || readModule(file).imports.has(before);
  if (!isJoined) chain.broken.push(`neither ${before} nor ${file} imports the other`);
}

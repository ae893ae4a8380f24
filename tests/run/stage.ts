import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';

/** Folder for the runners' reports. */
export const REPORTS = 'test-results/reports';

export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  /** Passed tests that needed a second attempt. */
  flaky?: number;
  /** Failed and flaky tests, one line each, with the first line of the error. */
  faults?: string[];
  seconds: number;
}

export type Count = Pick<Outcome, 'passed' | 'failed' | 'flaky' | 'faults'>;

export interface Stage {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Reads the number of tests after the run. Without it, the stage counts as one check. */
  count?(): Count;
}

/** Runs a stage and prints its output at the end. A stage that fails without a failed test counts as one failure. */
export async function runStage({ name, command, env, count }: Stage): Promise<Outcome> {
  const started = Date.now();
  const [file = '', ...args] = command;
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  const counted = tally(code === 0, count);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`\n── ${name}: ${code === 0 ? 'passed' : `failed (exit ${code})`} in ${seconds} s`);
  process.stdout.write(Buffer.concat(chunks));
  return { name, ...counted, seconds };
}

function tally(ok: boolean, count: Stage['count']): Count {
  if (!count) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counted = readCount(count);
  if (ok && counted.passed === 0) return { ...counted, failed: counted.failed + 1 };
  return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

/** If a runner ends before it writes its report, no test counts as passed. */
function readCount(count: NonNullable<Stage['count']>): Count {
  try {
    return count();
  } catch (cause) {
    console.log(`no report to read: ${String(cause)}`);
    return { passed: 0, failed: 0 };
  }
}

/** Prints failed tests, each stage's result and, on the last line, the totals. Exits with 1 if any failed. */
export function report(outcomes: Outcome[]): void {
  writeFileSync(`${REPORTS}/stages.json`, JSON.stringify(outcomes, null, 2));
  console.log('\n');
  for (const { name, faults = [] } of outcomes) for (const fault of faults) console.log(`✘ ${name}: ${fault}`);
  console.log();
  for (const { name, passed, failed, flaky, seconds } of outcomes)
    console.log(
      `${name.padEnd(12)} ${passed} passed${flaky ? ` (${flaky} flaky)` : ''}, ${failed} failed, ${seconds} s`,
    );
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  const failed = sum((outcome) => outcome.failed);
  console.log(`\n${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

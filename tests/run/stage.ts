import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';

/** Where the runners leave what they counted. */
export const REPORTS = 'test-results/reports';

export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  /** How many of those that passed did so at the second try only. */
  flaky?: number;
  /** The tests that failed, or passed at the second try only, a line each, with the first line of why. */
  faults?: string[];
  seconds: number;
}

export type Count = Pick<Outcome, 'passed' | 'failed' | 'flaky' | 'faults'>;

export interface Stage {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** How many tests the run held, read after it ended; without it the stage is one check. */
  count?(): Count;
}

/** Runs one stage, its output passed through once it has ended; a stage that stops without failures counted is one failure. */
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

/** A runner that died before its report leaves none: that is nothing passed. */
function readCount(count: NonNullable<Stage['count']>): Count {
  try {
    return count();
  } catch (cause) {
    console.log(`no report to read: ${String(cause)}`);
    return { passed: 0, failed: 0 };
  }
}

/** Says which tests failed, how each stage went and, last, on a line of its own, how many passed and failed; the process ends with 1 when one failed. */
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

import { CONTENDERS } from './contenders';
import { type Figures, figures } from './figures';
import type { Sample } from './measure';

const HEAD = [
  'contender',
  'CPU/key median',
  'p95',
  '× floor',
  'with deferred',
  '× floor',
  'key→paint median',
  'p95',
  'longest task (wall)',
  'longest task (CPU, at most)',
  'mount CPU',
  '× floor',
];

export function table(samples: readonly Sample[], rows: number): string {
  const floor = figures(samples.filter(({ contender }) => contender.role === 'floor'));
  const lines = CONTENDERS.flatMap(({ name }) => {
    const own = samples.filter(({ contender }) => contender.name === name);
    return own.length ? [line(name, figures(own), floor)] : [];
  });
  const head = [`\n### ${rows} employers (ms)\n`, row(HEAD), row(HEAD.map((_, at) => (at ? '--:' : '---')))];
  return [...head, ...lines].join('\n');
}

function line(name: string, own: Figures, floor: Figures): string {
  const times = (value: number, of: number) => (of ? (value / of).toFixed(2) : '–');
  return row([
    name,
    own.key.toFixed(2),
    own.keyP95.toFixed(2),
    times(own.key, floor.key),
    own.settled.toFixed(2),
    times(own.settled, floor.settled),
    own.paint.toFixed(1),
    own.paintP95.toFixed(1),
    own.longest.toFixed(0),
    own.longestCpu.toFixed(0),
    own.mount.toFixed(0),
    times(own.mount, floor.mount),
  ]);
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

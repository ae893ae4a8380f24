import type { SampleResult } from './runSample';
import type { LeftOut } from './sample';

const MAX_LISTED = 4;

export function reportSamples(results: readonly SampleResult[]): string {
  const rows = results.map((result) => [
    result.name,
    drawnText(result),
    valueText(result),
    validationText(result),
    list([...new Set(result.leftOut.filter(isField).map(({ at, keyword }) => `\`${keyword}\`${at && ` at ${at}`}`))]),
    list([...new Set(result.leftOut.filter((one) => !isField(one)).map(({ keyword }) => `\`${keyword}\``))]),
  ]);
  const head = ['sample', 'rendered', 'value', 'validation', 'left out', 'ui left out'];
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return [table, summary(results), ...results.flatMap(reasons)].join('\n\n');
}

const isField = ({ isUi }: LeftOut) => !isUi;

/** True if all fields are drawn and no rule is left out. */
function isWhole({ crash, drawn, declared, leftOut }: SampleResult): boolean {
  return !crash && drawn.length > 0 && drawn.length === declared.length && !leftOut.some(isField);
}

function drawnText(result: SampleResult): string {
  const { crash, drawn, declared } = result;
  if (crash) return 'crash';
  if (drawn.length === 0) return declared.length === 0 ? 'no' : `no, 0 of ${declared.length}`;
  return isWhole(result) ? `yes, ${drawn.length}` : `in part, ${drawn.length} of ${declared.length}`;
}

function valueText({ crash, drawn, changed }: SampleResult): string {
  if (crash || drawn.length === 0) return '';
  return changed.length === 0 ? 'unchanged' : list(changed);
}

function validationText({ crash, drawn, errors, stockCrash }: SampleResult): string {
  if (crash || drawn.length === 0) return '';
  if (stockCrash) return `stock: ${stockCrash}`;
  const { both, ours, stock } = errors;
  if (ours.length + stock.length === 0)
    return `agrees, ${both.length || 'no'} ${both.length === 1 ? 'error' : 'errors'}`;
  return [ours.length > 0 && `only ours: ${list(ours)}`, stock.length > 0 && `only stock: ${list(stock)}`]
    .filter(Boolean)
    .join('; ');
}

function list(words: readonly string[]): string {
  const more = words.length - MAX_LISTED;
  return words.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function summary(results: readonly SampleResult[]): string {
  const count = (test: (result: SampleResult) => boolean) => results.filter(test).length;
  const whole = count(isWhole);
  const crashed = count(({ crash }) => crash !== undefined);
  const none = count(({ drawn, crash }) => !crash && drawn.length === 0);
  const part = results.length - whole - crashed - none;
  return `${results.length} samples: ${whole} rendered, ${part} in part, ${none} not rendered, ${crashed} crashed`;
}

function reasons({ name, leftOut, crash }: SampleResult): string[] {
  const lines = leftOut.map(
    ({ at, keyword, reason }) => `  ${keyword}${at && ` at ${at}`}: ${reason.replace(/; use one of:.*/, '.')}`,
  );
  const all = crash ? [`  crash: ${crash}`, ...lines] : lines;
  return all.length === 0 ? [] : [[name, ...all].join('\n')];
}

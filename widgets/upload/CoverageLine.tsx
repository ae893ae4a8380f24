import texts from '../../schemas/texts/document-checks.json';
import type { Coverage } from '../../src/model/checks/findings';
import { dateText } from '../../src/model/dates';
import { fillText } from '../../src/model/fillText';

const words = texts.coverage;

/** Which of the needed weeks or months the files cover: the sum in words, and each with its days. */
export function CoverageLine({ coverage: { unit, needed } }: { coverage: Coverage }) {
  const covered = needed.filter((period) => period.covered).length;
  return (
    <div className="rp-coverage">
      <p>{fillText(words[unit], { n: covered, count: needed.length })}</p>
      <ol>
        {needed.map((period) => (
          <li key={period.from} data-covered={period.covered ? '' : undefined}>
            <strong>{period.covered ? words.covered : words.missing}</strong>
            <span>{fillText(words.range, { from: dateText(period.from), to: dateText(period.to) })}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

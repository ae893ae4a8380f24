import texts from '../../../schemas/texts/history.json';
import type { HistoryGap } from '../../model/addressHistory';
import { dateText } from '../../model/dates';
import { fillText } from '../../model/fillText';
import { Banner } from '../ui/Banner';

/** Points out the days of the two most recent years that no address covers; refuses nothing (spec 001 §2, Address). */
export function HistoryNote({ gaps }: { gaps: readonly HistoryGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <Banner kind="warning" title={texts.title}>
      <ul>
        {gaps.map((gap) => (
          <li key={gap.from}>{inWords(gap)}</li>
        ))}
      </ul>
      <p>{texts.text}</p>
    </Banner>
  );
}

function inWords({ from, to }: HistoryGap): string {
  return fillText(from === to ? texts.day : texts.gap, { from: dateText(from), to: dateText(to) });
}

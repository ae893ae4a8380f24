import { useEffect } from 'react';
import texts from '../../../schemas/texts/scan.json';
import type { FollowedScan } from '../../api/scan';
import { announce } from '../ui/announcements';
import { LICENCE } from './scanFlow';

type Mark = 'done' | 'open' | 'attention';

interface Line {
  text: string;
  mark: Mark;
}

/** What the phone has done so far; every change is read out. */
export function ScanProgress({ scan }: { scan: FollowedScan }) {
  const lines = linesOf(scan);
  const reached = lines.findLast(({ mark }) => mark !== 'open')?.text ?? '';
  // A screen reader is outside React.
  useEffect(() => {
    if (reached) announce(reached);
  }, [reached]);
  return (
    <ol className="sc-progress" aria-label={texts.panel.progress}>
      {lines.map(({ text, mark }) => (
        <li key={text} data-mark={mark}>
          <Sign mark={mark} />
          {text} <span className="rp-unseen">({texts.panel[mark]})</span>
        </li>
      ))}
    </ol>
  );
}

function linesOf({ opened, front, back, barcode, name_matches }: FollowedScan): Line[] {
  const hasBack = !front.res || front.document_typeid === LICENCE;
  const start = opened || front.res ? line(texts.panel.opened, 'done') : line(texts.panel.waiting, 'open');
  const lines = [start, line(texts.panel.front, front.res ? 'done' : 'open')];
  if (!hasBack) return lines;
  lines.push(line(texts.panel.back, back.res ? 'done' : 'open'));
  lines.push(
    barcode === 'unread'
      ? line(texts.panel.noBarcode, 'attention')
      : line(texts.panel.barcode, barcode === 'read' ? 'done' : 'open'),
  );
  if (name_matches === false) lines.push(line(texts.panel.noName, 'attention'));
  else if (barcode !== 'unread') lines.push(line(texts.panel.name, name_matches ? 'done' : 'open'));
  return lines;
}

const line = (text: string, mark: Mark): Line => ({ text, mark });

const SHAPES: Record<Mark, string> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  open: 'M12 12h.01',
  attention: 'M12 6v7M12 17h.01',
};

function Sign({ mark }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[mark]} />
    </svg>
  );
}

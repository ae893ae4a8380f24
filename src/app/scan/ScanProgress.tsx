import { useEffect } from 'react';
import texts from '../../../schemas/texts/scan.json';
import type { FollowedScan } from '../../api/scan';
import { announce } from '../ui/announcements';
import { Button } from '../ui/Button';
import { isComplete, LICENCE } from './scanFlow';

type Mark = 'done' | 'open' | 'attention';

interface Line {
  text: string;
  mark: Mark;
}

interface ScanProgressProps {
  scan: FollowedScan;
  /** Makes room for a better picture of the back. */
  onRetake(): void;
}

/** What is there of the document, and what the phone has done; every change is read out. */
export function ScanProgress({ scan, onRetake }: ScanProgressProps) {
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
          <span>
            {text} <span className="rp-unseen">({texts.panel[mark]})</span>
          </span>
          {text === texts.panel.noBarcode && <Button onClick={onRetake}>{texts.panel.retake}</Button>}
        </li>
      ))}
    </ol>
  );
}

function linesOf(scan: FollowedScan): Line[] {
  const { opened, front, back, barcode, name_matches } = scan;
  const hasBack = !front.res || front.document_typeid === LICENCE;
  const lines = [line(texts.panel.front, front.res ? 'done' : 'open')];
  // A file from this computer says nothing of a phone.
  if (opened) lines.unshift(line(texts.panel.opened, 'done'));
  else if (!isComplete(scan)) lines.unshift(line(texts.panel.waiting, 'open'));
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

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/scan.json';
import { type FollowedScan, useFollowedScan } from '../../api/scan';
import type { StoredDocument } from '../../model/formContext';
import type { DocumentShelf } from '../steps/documentShelf';
import { Button } from '../ui/Button';
import { ScanCode } from './ScanCode';
import { ScanProgress } from './ScanProgress';
import './scanPanel.css';
import { isAllThere } from './isAllThere';
import { isComplete } from './scanFlow';
import { useScanLink } from './useScanLink';

interface ScanPanelProps {
  shelf: DocumentShelf;
  /** The identity document's pictures, told again whenever the phone adds one. */
  onPictures(documents: readonly StoredDocument[]): void;
  /** The picture of the back could not be read: makes room for another. */
  onRetake(): void;
}

/** Hands the capture to a phone: the code with its link, and live what the phone has done. Nothing once there is nothing left to do. */
export function ScanPanel({ shelf, onPictures, onRetake }: ScanPanelProps) {
  const hasAll = isAllThere(useSyncExternalStore(shelf.subscribe, shelf.list));
  const { link, problem, renew, cancel } = useScanLink(!hasAll);
  const { data: scan, error } = useFollowedScan(link?.id);
  const isDone = scan ? isComplete(scan) : hasAll;
  const isOver = problem === 'ended' || scan?.live === false || error?.status === 404;
  usePictures(scan, onPictures);
  if (hasAll && !scan) return null;
  return (
    <aside className="ap-beside sc-panel" data-done={isDone} aria-labelledby="scan-panel-title">
      <div className="sc-panel-text">
        <h3 id="scan-panel-title">{texts.panel.title}</h3>
        {!isDone && <p>{texts.panel.text}</p>}
        {scan && <ScanProgress scan={scan} onRetake={onRetake} />}
      </div>
      {!isDone && link && !isOver && <ScanCode link={link} onCancel={cancel} />}
      {!isDone && (isOver || problem) && (
        <div className="sc-blank" role="status">
          <p>{problem === 'failed' ? texts.panel.failed : texts.panel.ended}</p>
          <Button onClick={renew}>{texts.panel.again}</Button>
        </div>
      )}
      {!isDone && !link && !problem && (
        <p className="sc-blank" role="status">
          {texts.panel.making}
        </p>
      )}
    </aside>
  );
}

function usePictures(scan: FollowedScan | undefined, onPictures: ScanPanelProps['onPictures']): void {
  const tell = useEffectEvent(onPictures);
  const documents = scan?.documents;
  // The form keeps its answers outside React.
  useEffect(() => {
    if (documents) tell(documents);
  }, [documents]);
}

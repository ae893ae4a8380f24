import texts from '../../../schemas/texts/shell.json';
import './loader.css';

/** The grey shape of a form that is on its way; `lines` fields of it. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className="ap-skeleton" role="status">
      <span className="rp-unseen">{texts.loader.text}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <span key={line} className="ap-skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}

import { useLayoutEffect } from 'react';
import texts from '../../../schemas/texts/shell.json';
import './loader.css';

interface SkeletonProps {
  /** How many questions come, each with its label. */
  fields?: number;
  /** Lines of text that come before them. */
  lines?: number;
  /** The questions come in the open one of so many panels. */
  panels?: { count: number; open: number };
  /** What follows on the page shows with what comes, so that nothing moves. */
  holdsRest?: boolean;
}

/** The grey shape of what is on its way. */
export function Skeleton({ fields = 0, lines = 0, panels, holdsRest = false }: SkeletonProps) {
  useHeldRest(holdsRest);
  return (
    <div className="ap-skeleton" role="status" data-holds={holdsRest ? '' : undefined}>
      <span className="rp-unseen">{texts.loader.text}</span>
      <Shapes name="ap-skeleton-text" count={lines} />
      {panels ? (
        Array.from({ length: panels.count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: panels keep their places.
          <div key={index} className="ap-skeleton-panel" aria-hidden="true">
            <Shapes name="ap-skeleton-title" count={1} />
            {index === panels.open && <Shapes name="ap-skeleton-field" count={fields} />}
          </div>
        ))
      ) : (
        <Shapes name="ap-skeleton-field" count={fields} />
      )}
    </div>
  );
}

let holding = 0;

/** Tied to the root element, which says whether anything on the page holds the rest back. */
function useHeldRest(isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return undefined;
    const { documentElement: root } = document;
    root.toggleAttribute('data-holding', ++holding > 0);
    return () => {
      root.toggleAttribute('data-holding', --holding > 0);
    };
  }, [isHeld]);
}

function Shapes({ name, count }: { name: string; count: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike.
  return Array.from({ length: count }, (_, index) => <span key={index} className={name} aria-hidden="true" />);
}

import { useLocation } from 'react-router-dom';
import type { Step } from '../../model/types';
import { Skeleton } from '../ui/Skeleton';

/** In a dialog, shows only placeholders for the questions. */
export function StepSkeleton({ step, isPage }: { step: Step; isPage: boolean }) {
  const { hash } = useLocation();
  const anchors = [...new Set(step.sections.map(({ anchor }) => anchor))];
  const open = Math.max(0, anchors.indexOf(hash.slice(1)));
  return <Skeleton fields={6} panels={isPage ? { count: anchors.length, open } : undefined} holdsRest={isPage} />;
}

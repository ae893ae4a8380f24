import { lazy, type ReactNode, Suspense } from 'react';
import type { DocumentShelf } from '../steps/documentShelf';
import type { LoadedStep } from '../steps/loadedStep';
import type { LoadedSection } from '../steps/panels';
import type { StepFormState } from '../steps/useStepForm';
import { isAllThere } from './isAllThere';
import { takeScanned } from './takeScanned';
import { useMedia } from './useMedia';

const ScanPanel = lazy(() => import('./ScanPanel').then((module) => ({ default: module.ScanPanel })));

/** Spec 001, section 9: the code is shown above 776 px alone. */
const WIDE = '(min-width: 777px)';

/** What stands before the questions of the sections that the flow marks with `aside: "scan"`, by section. */
export function scanAsides(loaded: LoadedStep, form: StepFormState, shelf: DocumentShelf): Record<string, ReactNode> {
  const asides: Record<string, ReactNode> = {};
  for (const { section: name, aside } of loaded.step.sections) {
    const section = loaded.sections.find((one) => one.name === name);
    if (aside === 'scan' && section) asides[name] = <ScanAside {...{ loaded, form, shelf, section }} />;
  }
  return asides;
}

interface ScanAsideProps {
  loaded: LoadedStep;
  form: StepFormState;
  shelf: DocumentShelf;
  section: LoadedSection;
}

function ScanAside({ loaded, form: { place, desk }, shelf, section }: ScanAsideProps) {
  const isWide = useMedia(WIDE);
  const isOpen = !place.isFolded && loaded.panels[place.open]?.sections.includes(section);
  if (!isWide || !isOpen) return null;
  return (
    <Suspense fallback={isAllThere(shelf.list()) ? null : <div className="ap-beside" />}>
      <ScanPanel shelf={shelf} onPictures={(documents) => takeScanned(documents, section, desk, shelf)} />
    </Suspense>
  );
}

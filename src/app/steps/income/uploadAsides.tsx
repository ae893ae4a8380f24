import { lazy, type ReactNode, Suspense } from 'react';
import type { DocumentShelf } from '../documentShelf';
import type { LoadedStep } from '../loadedStep';
import type { StepFormState } from '../useStepForm';

const UploadReview = lazy(() => import('./UploadReview').then((module) => ({ default: module.UploadReview })));

/** What stands before the questions of the section that the flow marks with `aside: "uploads"`, once its panel is open. */
export function uploadAsides(loaded: LoadedStep, form: StepFormState, shelf: DocumentShelf): Record<string, ReactNode> {
  const section = loaded.step.sections.find(({ aside }) => aside === 'uploads')?.section;
  const isOpen = loaded.panels[form.place.open]?.sections.some(({ name }) => name === section);
  if (!section || !isOpen) return {};
  return {
    [section]: (
      <Suspense>
        <UploadReview loaded={loaded} desk={form.desk} shelf={shelf} />
      </Suspense>
    ),
  };
}

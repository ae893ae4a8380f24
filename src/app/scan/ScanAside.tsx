import { Box } from '@chakra-ui/react/box';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { isOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import type { Answers } from '../../model/types';
import type { DocumentStore, PageServices } from '../form/formServices';
import type { LoadedStep } from '../form/loadedStep';
import type { LoadedSection } from '../form/panels';
import type { SectionController } from '../form/sectionController';
import type { StepFormState } from '../form/useStepForm';
import { isAllThere } from './useCamera';

const ScanPanel = lazy(() => import('./ScanPanel').then((module) => ({ default: module.ScanPanel })));

/** The place of what comes late: the questions below must not move under a finger. */
const PLACE = { minHeight: '25rem', marginBottom: '6' };

/** Spec 001, section 9: the code is shown above 776 px only. */
const WIDE = '(min-width: 777px)';

/** What stands before the questions of the sections that the flow marks with `aside: "scan"`, by section. */
export function scanAsides(loaded: LoadedStep, form: StepFormState, services: PageServices): Record<string, ReactNode> {
  const asides: Record<string, ReactNode> = {};
  for (const { section: name, aside } of loaded.step.sections) {
    const section = loaded.sections.find((one) => one.name === name);
    if (aside === 'scan' && section) asides[name] = <ScanAside {...{ loaded, form, services, section }} />;
  }
  return asides;
}

interface ScanAsideProps {
  loaded: LoadedStep;
  form: StepFormState;
  services: PageServices;
  section: LoadedSection;
}

function ScanAside({ loaded, form: { place, controller }, services, section }: ScanAsideProps) {
  const { documentStore } = services;
  const isWide = useMedia(WIDE);
  const isOpen = !place.isFolded && loaded.panels[place.open]?.sections.includes(section);
  if (!isWide || !isOpen) return null;
  return (
    <Suspense fallback={isAllThere(documentStore.list()) ? null : <Box {...PLACE} />}>
      <ScanPanel
        place={PLACE}
        documentStore={documentStore}
        onPictures={(documents) => takeScanned(documents, section, controller, documentStore)}
        onRetake={() => void retakeBack(services, section, controller)}
      />
    </Suspense>
  );
}

/** Deletes the back side, which could not be read, after a question, and leads to where another is chosen. */
async function retakeBack(
  { documentStore, documents, confirm, alert }: PageServices,
  section: LoadedSection,
  controller: SectionController,
) {
  const back = documentStore.list().find(({ document_id }) => isOf('identityBack', document_id));
  const { deleteDocument: title, warning: text } = texts.dialogs;
  if (!back || !(await confirm({ title, text, loses: [back.name] }))) return;
  try {
    await documents.remove(back);
  } catch {
    return alert({ title: texts.dialogs.deleteDocumentFailed });
  }
  controller.write(section.name, [{ path: ['backfile'], value: undefined }]);
  controller.focus(section.name, ['backfile']);
}

/** Whether the window is as the media query says, now and later. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Puts pictures that a phone has sent into the open form, as if they had been chosen here; those it knows are left as they are. */
function takeScanned(
  documents: readonly StoredDocument[],
  section: LoadedSection,
  controller: SectionController,
  documentStore: DocumentStore,
): void {
  const known = new Set(documentStore.list().map(({ id }) => id));
  const fresh = documents.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  for (const document of fresh) documentStore.add(document);
  controller.replace(section, Object.assign({}, controller.answers(section), ...fresh.map(answersOf)));
}

function answersOf({ document_id, blob_path }: StoredDocument): Answers {
  if (isOf('identityBack', document_id)) return { backfile: blob_path };
  return { availableToUpload_id: 'Yes', documenttype_id: document_id, file: blob_path };
}

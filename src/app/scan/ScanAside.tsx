import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { pageMessages } from '../../messages/useMessages';
import type { StoredDocument } from '../../model/formContext';
import { hasRole } from '../../model/section/documentTypes';
import type { Answers } from '../../model/types';
import type { DocumentStore, PageServices } from '../form/formServices';
import type { LoadedStep } from '../form/loadedStep';
import type { LoadedSection } from '../form/panels';
import type { SectionController } from '../form/sectionController';
import type { StepFormState } from '../form/useStepForm';
import { useMedia } from '../ui/useMedia';

const ScanPanel = lazy(() => import('./ScanPanel').then((module) => ({ default: module.ScanPanel })));

/** The QR code is shown only above 776 px (docs/spec/001.md, §9). */
const WIDE = '(min-width: 777px)';

/** Returns content for sections with `aside: "scan"` in the flow. */
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

function ScanAside({ loaded, form, services, section }: ScanAsideProps) {
  const { place, controller } = form;
  const { documentStore } = services;
  const isWide = useMedia(WIDE);
  const isOpen = !place.isFolded && loaded.panels[place.open]?.sections.includes(section);
  const canUpload = useSyncExternalStore(
    controller.subscribe,
    () => controller.answers(section).availableToUpload_id === 'Yes',
  );
  if (!isWide || !isOpen || !canUpload) return null;
  return (
    <Suspense>
      <ScanPanel
        documentStore={documentStore}
        onPictures={(documents) => takeScanned(documents, section, controller, documentStore)}
        onRetake={() => void removeBackForRetake(services, section, controller)}
        onEditName={() => editName(loaded, form)}
      />
    </Suspense>
  );
}

function editName({ step, panels }: LoadedStep, { place, controller }: StepFormState): void {
  const name = step.sections.find(({ body }) => body === 'applicant')?.section ?? '';
  place.go(panels.findIndex(({ sections }) => sections.some((one) => one.name === name)));
  controller.focus(name, ['first_name']);
}

async function removeBackForRetake(
  { documentStore, documents, confirm, alert }: PageServices,
  section: LoadedSection,
  controller: SectionController,
) {
  const messages = pageMessages('steps').dialogs;
  const back = documentStore.list().find(({ document_id }) => hasRole('identityBack', document_id));
  const { deleteDocument: title, warning: text } = messages;
  if (!back || !(await confirm({ title, text, loses: [back.name] }))) return;
  try {
    await documents.remove(back);
  } catch {
    return alert({ title: messages.deleteDocumentFailed });
  }
  controller.write(section.name, [{ path: ['backfile'], value: undefined }]);
  controller.focus(section.name, ['backfile']);
}

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
  controller.replace(section, Object.assign({}, controller.answers(section), ...fresh.map(toAnswers)));
}

function toAnswers({ document_id, blob_path }: StoredDocument): Answers {
  if (hasRole('identityBack', document_id)) return { backfile: blob_path };
  return { availableToUpload_id: 'Yes', documenttype_id: document_id, file: blob_path };
}

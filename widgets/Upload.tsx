import type { WidgetProps } from '@rjsf/utils';
import {
  type DragEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useMessages } from '../src/messages/useMessages';
import { ownMember } from '../src/model/answers/paths';
import { getFormContext, getOptions, stateAttributes, useSiblings, type WidgetOptions } from './parts/widgetProps';
import { acceptAttribute } from './upload/accepts';
import { StoredFile } from './upload/StoredFile';
import { TransferRow } from './upload/TransferRow';
import { findPlace, listPaths, useUpload } from './upload/useUpload';

// Loaded with the first file.
const SourceChecks = lazy(async () => ({ default: (await import('./upload/SourceChecks')).SourceChecks }));
const FileExample = lazy(async () => ({ default: (await import('./upload/FileExample')).FileExample }));

/** Uploads the files of an answer, by file dialog or drop. */
export function Upload(props: WidgetProps) {
  const { id, label, value, disabled, readonly, schema, onBlur } = props;
  const { services } = getFormContext(props);
  const documents = useSyncExternalStore(services.documents.subscribe, services.documents.list);
  const { multiple, locked, transfers, add, remove, retry, cancel } = useUpload(props);
  const hint = useHint(props);
  const box = useRef<HTMLFieldSetElement>(null);
  const about = getOptions(props).about;
  const showHelp = ({ title, hint: text }: About) => services.alert({ title, text });
  const paths = listPaths(value);
  const canAdd =
    !readonly && (multiple ? paths.length < (schema.maxItems ?? Number.POSITIVE_INFINITY) : paths.length === 0);
  const keepFocus = useRestoreFocus(box, paths.length);
  const busy = !multiple && transfers.some(({ message }) => message === undefined);

  async function deleteFile(path: string, onStart: () => void): Promise<void> {
    const document = documents.find((each) => each.blob_path === path);
    const gone = await remove(path, document, onStart);
    if (!gone) return;
    onBlur(id, undefined);
    setTimeout(() => box.current?.focus());
  }

  return (
    <fieldset ref={box} id={canAdd ? undefined : id} aria-label={label} className="rp-upload" tabIndex={-1}>
      {paths.length > 0 && (
        <ul className="rp-files">
          {paths.map((path) => (
            <StoredFile
              key={path}
              document={documents.find((each) => each.blob_path === path)}
              services={services}
              readonly={Boolean(readonly)}
              onDelete={(onStart) => deleteFile(path, onStart)}
            />
          ))}
        </ul>
      )}
      {transfers.length > 0 && (
        <ul className="rp-transfers">
          {transfers.map((transfer) => (
            <TransferRow
              key={transfer.key}
              transfer={transfer}
              onCancel={() => cancel(transfer)}
              onRetry={(password) => retry(transfer, password)}
            />
          ))}
        </ul>
      )}
      {isPdfOnly(props) && transfers.some(({ isUnfit }) => isUnfit) && (
        <Suspense>
          <FileExample />
        </Suspense>
      )}
      {canAdd && (
        <FileChooser
          field={props}
          multiple={multiple}
          more={paths.length > 0}
          disabled={Boolean(disabled) || locked || busy || hint !== undefined}
          onFiles={(files) => {
            keepFocus();
            add(files);
          }}
        />
      )}
      {canAdd && about && (
        <button type="button" className="rp-button" data-variant="link" onClick={() => void showHelp(about)}>
          {about.title}
        </button>
      )}
      {canAdd && hint && <p className="rp-count">{hint}</p>}
      {paths.length + transfers.length > 0 && <Checks field={props} paths={paths} />}
      <Faq faq={getOptions(props).faq} />
    </fieldset>
  );
}

function isPdfOnly(props: WidgetProps): boolean {
  const { accept = [] } = getOptions(props);
  return accept.length === 1 && accept[0] === 'application/pdf';
}

/** Moves the focus to the field when the focused file chooser disappears. Returns a function to call when files are chosen. */
function useRestoreFocus(box: RefObject<HTMLElement | null>, count: number): () => void {
  const isChosen = useRef(false);
  // Synchronizes with the browser's focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a file was added.
  useEffect(() => {
    if (!isChosen.current) return;
    isChosen.current = false;
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [count]);
  return () => {
    isChosen.current = true;
  };
}

interface About {
  title: string;
  hint: string;
}

/** Shows document checks if the page has them and the files belong to a source. */
function Checks({ field, paths }: { field: WidgetProps; paths: string[] }) {
  const { services } = getFormContext(field);
  const { documentId, sourceId } = findPlace(field);
  if (!services.checks || documentId === undefined || sourceId === 0) return null;
  return (
    <Suspense>
      <SourceChecks
        documentId={documentId}
        sourceId={sourceId}
        checks={services.checks}
        documents={services.documents.list().filter(({ blob_path }) => paths.includes(blob_path))}
        readonly={Boolean(field.readonly)}
        announce={services.announce}
      />
    </Suspense>
  );
}

/** Names what to answer first: the sibling in `ui:options.after`, or the document type. */
function useHint(props: WidgetProps): string | undefined {
  const messages = useMessages('widgets').upload;
  const { after, documentIdFrom: typeFrom } = getOptions(props);
  const siblings = useSiblings(props, after !== undefined || typeFrom !== undefined);
  if (after && !ownMember(siblings, after.field)) return after.hint;
  return typeFrom && ownMember(siblings, typeFrom) === undefined ? messages.typeFirst : undefined;
}

/** Frequently asked questions from `ui:options.faq`. */
export function Faq({ faq = [] }: Pick<WidgetOptions, 'faq'>) {
  return faq.map(({ label, description }) => (
    <details key={label} className="rp-advice">
      <summary>{label}</summary>
      <p>{description}</p>
    </details>
  ));
}

interface FileChooserProps {
  field: WidgetProps;
  multiple: boolean;
  more: boolean;
  disabled: boolean;
  onFiles(files: File[]): void;
}

/** A native file input behind a button, in a drop zone. */
export function FileChooser({ field, multiple, more, disabled, onFiles }: FileChooserProps) {
  const { id, options } = field;
  const [over, setOver] = useState(false);
  const { upload } = useMessages('widgets');
  // A file input has no aria-required.
  const { 'aria-required': _, ...ties } = stateAttributes(field);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled) onFiles(multiple ? files : files.slice(0, 1));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input does the same by keyboard.
    <div
      className="rp-drop"
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        {...ties}
        type="file"
        id={id}
        name={id}
        className="rp-unseen"
        multiple={multiple}
        accept={acceptAttribute(getOptions({ options }).accept ?? [])}
        disabled={disabled}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Choosing the same file again must fire `change`.
          target.value = '';
        }}
      />
      <label htmlFor={id} className="rp-button" aria-disabled={disabled || undefined}>
        {more ? upload.chooseAnother : multiple ? upload.chooseMore : upload.choose}
      </label>
      <span className="rp-drop-hint" aria-hidden="true">
        {multiple ? upload.dropMore : upload.drop}
      </span>
    </div>
  );
}

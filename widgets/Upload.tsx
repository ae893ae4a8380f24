import type { WidgetProps } from '@rjsf/utils';
import { type DragEvent, lazy, type ReactNode, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { useMessages } from '../src/messages/useMessages';
import { ownMember } from '../src/model/answers/paths';
import { getFormContext, getOptions, stateAttributes, useSiblings, type WidgetOptions } from './parts/widgetProps';
import { acceptAttribute } from './upload/accepts';
import type { UploadedFile } from './upload/CheckedFiles';
import { chooseFile } from './upload/chooseFile';
import { FileCard } from './upload/FileCard';
import { TransferRow } from './upload/TransferRow';
import { useRestoreFocus } from './upload/useRestoreFocus';
import { findPlace, listPaths, useUpload } from './upload/useUpload';

const CheckedFiles = lazy(async () => ({ default: (await import('./upload/CheckedFiles')).CheckedFiles }));
const FileExample = lazy(async () => ({ default: (await import('./upload/FileExample')).FileExample }));

export function Upload(props: WidgetProps) {
  const { id, label, value, disabled, readonly, schema, onBlur } = props;
  const { services } = getFormContext(props);
  const documents = useSyncExternalStore(services.documents.subscribe, services.documents.list);
  const { multiple, locked, transfers, add, replace, remove, retry, cancel } = useUpload(props);
  const hint = useHint(props);
  const box = useRef<HTMLFieldSetElement>(null);
  const about = getOptions(props).about;
  const showHelp = ({ title, hint: text }: About) => services.alert({ title, text });
  const paths = listPaths(value);
  const canAdd =
    !readonly && (multiple ? paths.length < (schema.maxItems ?? Number.POSITIVE_INFINITY) : paths.length === 0);
  const keepFocus = useRestoreFocus(box, paths.join());
  const busy = !multiple && transfers.some(({ message }) => message === undefined);

  async function deleteFile(path: string, onStart: () => void): Promise<void> {
    const document = documents.find((each) => each.blob_path === path);
    const gone = await remove(path, document, onStart);
    if (!gone) return;
    onBlur(id, undefined);
    setTimeout(() => box.current?.focus());
  }

  function toFile(path: string): UploadedFile {
    const document = documents.find((each) => each.blob_path === path);
    return {
      path,
      document,
      services,
      readonly: Boolean(readonly),
      isSingle: !multiple,
      onDelete: (onStart) => deleteFile(path, onStart),
      onReplace() {
        if (!document) return;
        chooseFile(acceptAttribute(getOptions(props).accept ?? []), (file) => {
          keepFocus();
          replace(document, file);
        });
      },
    };
  }

  return (
    <fieldset ref={box} id={canAdd ? undefined : id} aria-label={label} className="rp-upload" tabIndex={-1}>
      <Files field={props} files={paths.map(toFile)}>
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
      </Files>
      {isPdfOnly(props) && transfers.some(({ isFileRejected }) => isFileRejected) && (
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
      <Faq faq={getOptions(props).faq} />
    </fieldset>
  );
}

function isPdfOnly(props: WidgetProps): boolean {
  const { accept = [] } = getOptions(props);
  return accept.length === 1 && accept[0] === 'application/pdf';
}

interface About {
  title: string;
  hint: string;
}

interface FilesProps {
  field: WidgetProps;
  files: readonly UploadedFile[];
  /** Running and failed uploads. */
  children: ReactNode;
}

/** Shows a card per file, with check results if the files are checked. */
function Files({ field, files, children }: FilesProps) {
  const { services } = getFormContext(field);
  const { documentId, sourceId } = findPlace(field);
  const { checks, announce } = services;
  const isChecked = checks !== undefined && documentId !== undefined;
  const plain = (
    <>
      <PlainFiles files={files} isChecked={isChecked} />
      {children}
    </>
  );
  if (!isChecked || (files.length === 0 && !children)) return plain;
  const place = { documentId, sourceId, checks, files, announce, readonly: Boolean(field.readonly) };
  return (
    <Suspense fallback={plain}>
      <CheckedFiles {...place}>{children}</CheckedFiles>
    </Suspense>
  );
}

function PlainFiles({ files, isChecked }: Pick<FilesProps, 'files'> & { isChecked: boolean }) {
  if (files.length === 0) return null;
  return (
    <ul className="rp-files">
      {files.map(({ path, onReplace: _, ...file }) => (
        <FileCard key={path} isChecked={isChecked} {...file} />
      ))}
    </ul>
  );
}

/** Returns a hint if another question must be answered first. */
function useHint(props: WidgetProps): string | undefined {
  const messages = useMessages('widgets').upload;
  const { after, documentIdFrom: typeFrom } = getOptions(props);
  const siblings = useSiblings(props, after !== undefined || typeFrom !== undefined);
  if (after && !ownMember(siblings, after.field)) return after.hint;
  return typeFrom && ownMember(siblings, typeFrom) === undefined ? messages.typeFirst : undefined;
}

function Faq({ faq = [] }: Pick<WidgetOptions, 'faq'>) {
  const { upload } = useMessages('widgets');
  const questions = faq.map(({ label, description }) => (
    <details key={label} className="rp-advice">
      <summary>{label}</summary>
      <p>{description}</p>
    </details>
  ));
  if (faq.length < 2) return questions;
  return (
    <details className="rp-advice">
      <summary>{upload.faq}</summary>
      {questions}
    </details>
  );
}

interface FileChooserProps {
  field: WidgetProps;
  multiple: boolean;
  more: boolean;
  disabled: boolean;
  onFiles(files: File[]): void;
}

export function FileChooser({ field, multiple, more, disabled, onFiles }: FileChooserProps) {
  const { id, options } = field;
  const [over, setOver] = useState(false);
  const { upload } = useMessages('widgets');
  // aria-required isn't allowed on file inputs.
  const { 'aria-required': _, ...ties } = stateAttributes(field);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled) onFiles(multiple ? files : files.slice(0, 1));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, and the file input works by keyboard.
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
          // Lets `change` fire if the same file is chosen again.
          target.value = '';
        }}
      />
      <label htmlFor={id} className="rp-button" aria-disabled={disabled || undefined}>
        {more ? upload.chooseAnother : multiple ? upload.chooseMore : upload.choose}
      </label>
      {getOptions({ options }).camera && (
        <button
          type="button"
          className="rp-button rp-camera"
          disabled={disabled}
          onClick={() => chooseFile('image/*', (file) => onFiles([file]), true)}
        >
          {upload.camera}
        </button>
      )}
      <span className="rp-drop-hint" aria-hidden="true">
        {multiple ? upload.dropMore : upload.drop}
      </span>
    </div>
  );
}

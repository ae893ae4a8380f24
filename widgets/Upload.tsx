import type { WidgetProps } from '@rjsf/utils';
import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import texts from '../schemas/texts/widgets.json';
import { formContextOf } from './parts/formContextOf';
import { useSiblings } from './parts/useSiblings';
import { Advice } from './upload/Advice';
import { FileChooser } from './upload/FileChooser';
import { StoredFile } from './upload/StoredFile';
import { TransferRow } from './upload/TransferRow';
import { pathsOf, placeOf, useUpload } from './upload/useUpload';

const SourceChecks = lazy(async () => ({ default: (await import('./upload/SourceChecks')).SourceChecks }));

/** Files of an answer: chosen or dropped, sent with progress, shown as thumbnails, deleted after a question. */
export function Upload(props: WidgetProps) {
  const { id, label, value, disabled, readonly, schema, onBlur } = props;
  const { services } = formContextOf(props);
  const documents = useSyncExternalStore(services.documents.subscribe, services.documents.list);
  const { multiple, locked, transfers, add, remove, retry, cancel } = useUpload(props);
  const hint = useHint(props);
  const box = useRef<HTMLFieldSetElement>(null);
  const about = props.options.about as About | undefined;
  const tell = ({ title, hint: text }: About) => services.alert({ title, text });
  const paths = pathsOf(value);
  const open =
    !readonly && (multiple ? paths.length < (schema.maxItems ?? Number.POSITIVE_INFINITY) : paths.length === 0);
  const busy = !multiple && transfers.some(({ message }) => message === undefined);

  async function removed(path: string, onStart: () => void): Promise<void> {
    const document = documents.find((each) => each.blob_path === path);
    const gone = await remove(path, document, onStart);
    if (!gone) return;
    onBlur(id, undefined);
    setTimeout(() => box.current?.focus());
  }

  return (
    <fieldset ref={box} id={open ? undefined : id} aria-label={label} className="rp-upload" tabIndex={-1}>
      {paths.length > 0 && (
        <ul className="rp-files">
          {paths.map((path) => (
            <StoredFile
              key={path}
              document={documents.find((each) => each.blob_path === path)}
              services={services}
              readonly={Boolean(readonly)}
              onDelete={(onStart) => removed(path, onStart)}
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
              onRetry={() => retry(transfer)}
            />
          ))}
        </ul>
      )}
      {open && (
        <FileChooser
          field={props}
          multiple={multiple}
          more={paths.length > 0}
          disabled={Boolean(disabled) || locked || busy || hint !== undefined}
          onFiles={add}
        />
      )}
      {open && about && (
        <button type="button" className="rp-button" data-variant="link" onClick={() => void tell(about)}>
          {about.title}
        </button>
      )}
      {open && hint && <p className="rp-count">{hint}</p>}
      <Checks field={props} paths={paths} />
      <Advice faq={props.options.faq} />
    </fieldset>
  );
}

/** What is to be known before a file is chosen. */
interface About {
  title: string;
  hint: string;
}

/** What the checks say of these files, where the page has checks and the files belong to a source. */
function Checks({ field, paths }: { field: WidgetProps; paths: string[] }) {
  const { services } = formContextOf(field);
  const { documentId, sourceId } = placeOf(field);
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

/** What has to come first: the sibling that `ui:options.after` names, or the choice of the document's type. */
function useHint(props: WidgetProps): string | undefined {
  const after = props.options.after as { field: string; hint: string } | undefined;
  const typeFrom = props.options.documentIdFrom as string | undefined;
  const siblings = useSiblings(props, after !== undefined || typeFrom !== undefined);
  if (after && !siblings[after.field]) return after.hint;
  return typeFrom && siblings[typeFrom] === undefined ? texts.upload.typeFirst : undefined;
}

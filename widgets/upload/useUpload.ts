import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import type { StoredDocument } from '../../src/model/formContext';
import { getIn } from '../../src/model/paths';
import { formContextOf, nodeOf, optionsOf, siblingsOf } from '../parts/widgetProps';

import { refusalOf } from './accepts';
import { type Transfer, useTransfers } from './useTransfers';

/** The files of one answer: a list in an array answer, at most one in a text answer. */
export function useUpload(props: WidgetProps) {
  const { schema } = props;
  const options = optionsOf(props);
  const { services, form } = formContextOf(props);
  const multiple = schema.type === 'array';
  const [locked, lock] = useLock(options.lockMs ?? (multiple ? 0 : texts.upload.lockMs));
  const now = useRef(props);
  now.current = props;
  const paths = () => pathsOf(getIn(form.answers(), form.pathOf(now.current.id)));
  const answer = (next: string[]) => now.current.onChange(multiple ? next : next[0]);

  const { transfers, ...transfer } = useTransfers(async (file, sending) => {
    const { documentId, sourceId } = placeOf(now.current);
    if (documentId === undefined) throw new Error(texts.upload.typeFirst);
    const stored = await services.documents.upload({
      file,
      document_id: documentId,
      source_id: sourceId,
      ...sending,
    });
    if (sending.signal.aborted) return;
    answer([...paths(), stored.blob_path]);
    services.announce(fillText(texts.upload.done, { name: file.name }));
    lock();
  });

  function add(files: File[]): void {
    transfer.tidy(!multiple);
    const free =
      (schema.maxItems ?? Number.POSITIVE_INFINITY) - paths().length - transfers.filter((each) => !each.refused).length;
    files.forEach((file, index) => {
      const full = multiple && index >= free ? fillText(texts.upload.tooMany, { n: schema.maxItems }) : undefined;
      transfer.add(file, refusalOf(file, options) ?? full);
    });
  }

  /** Asks first and calls `onStart` after a Yes; resolves true when the file is gone. */
  async function remove(path: string, document: StoredDocument | undefined, onStart: () => void): Promise<boolean> {
    if (!(await services.confirm({ ...texts.upload.confirm, loses: [document?.name ?? texts.upload.unnamed] })))
      return false;
    onStart();
    await new Promise((resolve) => setTimeout(resolve, texts.upload.deleteMs));
    try {
      if (document) await services.documents.remove(document);
    } catch (error) {
      await tellFailure(error instanceof Error ? error.message : String(error));
      return false;
    }
    answer(paths().filter((each) => each !== path));
    services.announce(fillText(texts.upload.deleted, { name: document?.name ?? texts.upload.unnamed }));
    return true;
  }

  /** Spec 001 §8: nothing is shown where a document of step 2 cannot be deleted; the file is still there to be seen. */
  async function tellFailure(title: string): Promise<void> {
    if (options.quietDelete) services.announce(title);
    else await services.alert({ title });
  }

  function cancel(each: Transfer): void {
    transfer.cancel(each);
    if (!each.message) services.announce(fillText(texts.upload.cancelled, { name: each.file.name }));
  }

  return { multiple, locked, transfers, add, remove, cancel, retry: transfer.retry };
}

/** An answer as a list: one path, several or none. */
export function pathsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** Which document type and source a file here belongs to. Rows are sources by their own `id` (docs/schemas.md). */
export function placeOf(props: WidgetProps): { documentId: number | undefined; sourceId: number } {
  const schema = nodeOf(props.schema);
  const options = optionsOf(props);
  const siblings = siblingsOf(props);
  const documentId = options.documentIdFrom
    ? siblings[String(options.documentIdFrom)]
    : (schema['x-document'] ?? schema.items?.['x-document']);
  return {
    documentId: documentId === undefined ? undefined : Number(documentId),
    sourceId: Number(options.sourceId ?? siblings.id ?? 0),
  };
}

/** After an upload the control stays shut for a while, so that a second click sends nothing (spec 001 §4). */
function useLock(ms: number): [boolean, () => void] {
  const [locked, setLocked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Tied to the clock: nothing is to happen after the field has gone.
  useEffect(() => () => clearTimeout(timer.current), []);

  function lock(): void {
    if (ms <= 0) return;
    setLocked(true);
    timer.current = setTimeout(() => setLocked(false), ms);
  }
  return [locked, lock];
}

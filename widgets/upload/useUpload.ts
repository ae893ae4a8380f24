import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import { getIn } from '../../src/model/answers/paths';
import { type FilePlace, filePlace } from '../../src/model/answers/storedFiles';
import type { StoredDocument } from '../../src/model/formContext';
import { fillText } from '../../src/model/messages/fillText';
import { getFormContext, getOptions, getSiblings, toNode } from '../parts/widgetProps';

import { findRefusal } from './accepts';
import { type Transfer, useTransfers } from './useTransfers';

/** Uploads, replaces and deletes an answer's files. The answer is one path or a list of paths. */
export function useUpload(props: WidgetProps) {
  const messages = useMessages('widgets');
  const { schema } = props;
  const options = getOptions(props);
  const { services, form } = getFormContext(props);
  const multiple = schema.type === 'array';
  const [locked, lock] = useLock(options.lockMs ?? (multiple ? 0 : messages.upload.lockMs));
  const now = useRef(props);
  now.current = props;
  const paths = () => listPaths(getIn(form.answers(), form.pathOf(now.current.id)));
  const answer = (next: string[]) => now.current.onChange(multiple ? next : next[0]);

  const { transfers, ...transfer } = useTransfers(async (file, sending) => {
    const { documentId, sourceId } = findPlace(now.current);
    if (documentId === undefined) throw new Error(messages.upload.typeFirst);
    const { replaces, ...request } = sending;
    const stored = await services.documents.upload({
      file,
      document_id: documentId,
      source_id: sourceId,
      ...request,
    });
    if (sending.signal.aborted) return;
    answer(multiple ? [...paths(), stored.blob_path] : [stored.blob_path]);
    services.announce(fillText(messages.upload.done, { name: file.name }));
    lock();
    // Not awaited, because the upload can't be canceled anymore.
    if (replaces) void removeReplaced(replaces);
  });

  /** The replaced file is deleted after the upload, so that a failed upload loses nothing. */
  async function removeReplaced(document: StoredDocument): Promise<void> {
    try {
      await services.documents.remove(document);
      answer(paths().filter((each) => each !== document.blob_path));
    } catch (error) {
      await showDeleteError(error instanceof Error ? error.message : String(error));
    }
  }

  function replace(document: StoredDocument, file: File): void {
    transfer.tidy(!multiple);
    transfer.add(file, findRefusal(file, options), document);
  }

  function add(files: File[]): void {
    transfer.tidy(!multiple);
    const free =
      (schema.maxItems ?? Number.POSITIVE_INFINITY) - paths().length - transfers.filter((each) => !each.refused).length;
    files.forEach((file, index) => {
      const full = multiple && index >= free ? fillText(messages.upload.tooMany, { n: schema.maxItems }) : undefined;
      transfer.add(file, findRefusal(file, options) ?? full);
    });
  }

  /** Prompts for confirmation, then calls `onStart`. Resolves to true if the file was deleted. */
  async function remove(path: string, document: StoredDocument | undefined, onStart: () => void): Promise<boolean> {
    if (!(await services.confirm({ ...messages.upload.confirm, loses: [document?.name ?? messages.upload.unnamed] })))
      return false;
    onStart();
    await new Promise((resolve) => setTimeout(resolve, messages.upload.deleteMs));
    try {
      if (document) await services.documents.remove(document);
    } catch (error) {
      await showDeleteError(error instanceof Error ? error.message : String(error));
      return false;
    }
    answer(paths().filter((each) => each !== path));
    services.announce(fillText(messages.upload.deleted, { name: document?.name ?? messages.upload.unnamed }));
    return true;
  }

  /** Shows a dialog if deleting failed. Step 2 only announces the failure (docs/spec/001.md, §8). */
  async function showDeleteError(title: string): Promise<void> {
    if (options.quietDelete) services.announce(title);
    else await services.alert({ title });
  }

  function cancel(each: Transfer): void {
    transfer.cancel(each);
    if (!isFilled(each)) void services.documents.cancelUpload(each.file);
    if (!each.message) services.announce(fillText(messages.upload.canceled, { name: each.file.name }));
  }

  /** True if a failed upload arrived and the scan's panel has put it into the field. */
  function isFilled({ replaces }: Transfer): boolean {
    return !multiple && paths().some((path) => path !== replaces?.blob_path);
  }

  return { multiple, locked, transfers, add, replace, remove, cancel, retry: transfer.retry };
}

export function listPaths(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}

export function findPlace(props: WidgetProps): FilePlace {
  return filePlace(toNode(props.schema), getOptions(props), getSiblings(props));
}

/** Locks the control after an upload, so that a second click does nothing (docs/spec/001.md, §4). */
function useLock(ms: number): [boolean, () => void] {
  const [locked, setLocked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function lock(): void {
    if (ms <= 0) return;
    setLocked(true);
    timer.current = setTimeout(() => setLocked(false), ms);
  }
  return [locked, lock];
}

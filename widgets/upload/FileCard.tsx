import { type ReactNode, useState } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import type { FormServices, StoredDocument } from '../../src/model/formContext';
import { fillText } from '../../src/model/messages/fillText';
import { shortName } from './accepts';
import { Thumbnail } from './Thumbnail';

export interface FileCardProps {
  /** Undefined until the server lists the file. */
  document: StoredDocument | undefined;
  services: FormServices;
  readonly: boolean;
  isSingle: boolean;
  /** Prompts for confirmation, then calls `onStart` and deletes the file. */
  onDelete(onStart: () => void): Promise<void>;
}

interface CheckedProps {
  /** True if documents are checked on this page. */
  isChecked?: boolean;
  chip?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  fold?: ReactNode;
  replace?: ReactNode;
  isDeleteMain?: boolean;
}

export function FileCard({ isChecked = false, ...parts }: FileCardProps & CheckedProps) {
  const {
    document,
    readonly,
    isSingle,
    onDelete,
    chip,
    children,
    actions,
    fold,
    replace,
    isDeleteMain = false,
    ...file
  } = parts;
  const { upload } = useMessages('widgets');
  const remove = <DeleteButton name={document?.name ?? upload.unnamed} isMain={isDeleteMain} onDelete={onDelete} />;
  const hasLinks = !readonly && (replace || !isDeleteMain);
  return (
    <li
      className="rp-file"
      tabIndex={-1}
      data-checked={isChecked ? '' : undefined}
      data-single={isSingle ? '' : undefined}
    >
      <FileThumbnail document={document} {...file} />
      <div className="rp-file-head">
        <FileName document={document} {...file} />
        {chip}
        {isSingle && children}
      </div>
      <div className="rp-file-body">
        <FileChecks document={document} />
        {!isSingle && children}
        {(actions || isDeleteMain) && (
          <div className="rp-file-actions">
            {isDeleteMain && remove}
            {actions}
          </div>
        )}
        {(fold || hasLinks) && (
          <div className="rp-file-foot">
            {fold}
            {hasLinks && (
              <span className="rp-file-links">
                {replace}
                {!isDeleteMain && remove}
              </span>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** Not in the tab order, because the name next to it opens the same file. */
function FileThumbnail({ document, services }: Pick<FileCardProps, 'document' | 'services'>) {
  const { upload } = useMessages('widgets');
  if (!document) return <Thumbnail document={document} documents={services.documents} />;
  return (
    <button
      type="button"
      className="rp-thumbnail-open"
      tabIndex={-1}
      aria-hidden="true"
      title={fillText(upload.view, { name: document.name })}
      onClick={() => openInTab(document, services)}
    >
      <Thumbnail document={document} documents={services.documents} />
    </button>
  );
}

function FileName({ document, services }: Pick<FileCardProps, 'document' | 'services'>) {
  const { upload } = useMessages('widgets');
  if (!document) return <span>{upload.unnamed}</span>;
  const { name } = document;
  return (
    <button
      type="button"
      className="rp-button"
      data-variant="link"
      title={name}
      aria-label={fillText(upload.view, { name })}
      onClick={() => openInTab(document, services)}
    >
      {shortName(name)}
    </button>
  );
}

interface DeleteButtonProps extends Pick<FileCardProps, 'onDelete'> {
  name: string;
  isMain: boolean;
}

/** Shows 'Deleting...' while the file is being deleted (docs/spec/002-payment.md, Wording). */
function DeleteButton({ name, isMain, onDelete }: DeleteButtonProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { upload } = useMessages('widgets');

  async function remove() {
    await onDelete(() => setDeleting(true));
    setDeleting(false);
  }

  return (
    <button
      type="button"
      className="rp-button"
      data-variant={isMain ? undefined : 'link'}
      aria-label={fillText(isDeleting ? upload.deletingLabel : upload.deleteLabel, { name })}
      aria-disabled={isDeleting || undefined}
      onClick={isDeleting ? undefined : remove}
    >
      {isDeleting ? upload.deleting : upload.delete}
    </button>
  );
}

function FileChecks({ document }: Pick<FileCardProps, 'document'>) {
  const open = (document?.messages ?? []).filter(({ isDeleted }) => !isDeleted);
  if (open.length === 0) return null;
  return (
    <ul className="rp-findings">
      {open.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** Opens the tab during the click event, because the browser would block it later. */
async function openInTab(document: StoredDocument, services: FormServices): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const address = await services.documents.address(document, 'file');
    if (tab) tab.location.href = address;
  } catch (error) {
    tab?.close();
    await services.alert({ title: error instanceof Error ? error.message : String(error) });
  }
}

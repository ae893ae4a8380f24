import { useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import type { FormServices, StoredDocument } from '../../src/model/formContext';
import { openInTab } from './openInTab';
import { shortName } from './shortName';
import { Thumbnail } from './Thumbnail';

interface StoredFileProps {
  /** Undefined while the server's list does not know the file. */
  document: StoredDocument | undefined;
  services: FormServices;
  readonly: boolean;
  /** Asks first; `onStart` is called once the answer was Yes. */
  onDelete(onStart: () => void): Promise<void>;
}

/** A stored file: its picture and name, which open it, what the checks say of it, and a way to delete it. */
export function StoredFile({ document, services, readonly, onDelete }: StoredFileProps) {
  const words = texts.upload;
  const name = document?.name ?? words.unnamed;
  const open = () => document && openInTab(document, services);
  return (
    <li className="rp-file">
      {document ? (
        // The name next to it opens the same file for whoever goes by keyboard or ear.
        <button
          type="button"
          className="rp-thumbnail-open"
          tabIndex={-1}
          aria-hidden="true"
          title={fillText(words.view, { name })}
          onClick={open}
        >
          <Thumbnail document={document} documents={services.documents} />
        </button>
      ) : (
        <Thumbnail document={document} documents={services.documents} />
      )}
      <div className="rp-file-words">
        {document ? (
          <button
            type="button"
            className="rp-button"
            data-variant="link"
            title={name}
            aria-label={fillText(words.view, { name })}
            onClick={open}
          >
            {shortName(name)}
          </button>
        ) : (
          <span>{name}</span>
        )}
        <Findings document={document} />
        {!readonly && <DeleteButton name={name} onDelete={onDelete} />}
      </div>
    </li>
  );
}

/** 'Deleting...' while the file is being deleted (spec 002 §8). */
function DeleteButton({ name, onDelete }: Pick<StoredFileProps, 'onDelete'> & { name: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const words = texts.upload;

  async function remove() {
    await onDelete(() => setDeleting(true));
    setDeleting(false);
  }

  return (
    <button
      type="button"
      className="rp-button"
      data-variant="danger"
      aria-label={fillText(isDeleting ? words.deletingLabel : words.deleteLabel, { name })}
      aria-disabled={isDeleting || undefined}
      onClick={isDeleting ? undefined : remove}
    >
      {isDeleting ? words.deleting : words.delete}
    </button>
  );
}

/** What the server's checks found in the document (spec 002 §1). */
function Findings({ document }: { document: StoredDocument | undefined }) {
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

import { lazy, Suspense, useEffect, useState } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import type { FormServices, StoredDocument } from '../../src/model/formContext';
import { fillText } from '../../src/model/messages/fillText';
import { shortName } from './accepts';

interface StoredFileProps {
  /** Undefined until the server lists the file. */
  document: StoredDocument | undefined;
  services: FormServices;
  readonly: boolean;
  /** Asks for confirmation, then calls `onStart`. */
  onDelete(onStart: () => void): Promise<void>;
}

/** A stored file with its thumbnail, checks and delete button. */
export function StoredFile({ document, services, readonly, onDelete }: StoredFileProps) {
  const { upload } = useMessages('widgets');
  const name = document?.name ?? upload.unnamed;
  const open = () => document && openInTab(document, services);
  return (
    <li className="rp-file">
      {document ? (
        // Not in the tab order: the name next to it opens the same file.
        <button
          type="button"
          className="rp-thumbnail-open"
          tabIndex={-1}
          aria-hidden="true"
          title={fillText(upload.view, { name })}
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
            aria-label={fillText(upload.view, { name })}
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

/** Shows 'Deleting...' meanwhile (docs/spec/002-income.md). */
function DeleteButton({ name, onDelete }: Pick<StoredFileProps, 'onDelete'> & { name: string }) {
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
      data-variant="danger"
      aria-label={fillText(isDeleting ? upload.deletingLabel : upload.deleteLabel, { name })}
      aria-disabled={isDeleting || undefined}
      onClick={isDeleting ? undefined : remove}
    >
      {isDeleting ? upload.deleting : upload.delete}
    </button>
  );
}

/** What the server's checks found in the document. */
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

/** Opens the tab within the click, or the browser would block it. */
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

const FirstPage = lazy(async () => ({ default: (await import('./FirstPage')).FirstPage }));

interface ThumbnailProps {
  document: StoredDocument | undefined;
  documents: FormServices['documents'];
}

function Thumbnail({ document, documents }: ThumbnailProps) {
  const ending = <span className="rp-thumbnail">{fileExtension(document)}</span>;
  if (document?.type !== 'application/pdf')
    return <Picture document={document} documents={documents} ending={ending} />;
  return (
    <Suspense fallback={ending}>
      <FirstPage key={document.id} find={() => documents.address(document, 'file')} fallback={ending} />
    </Suspense>
  );
}

function Picture({ document, documents, ending }: ThumbnailProps & { ending: React.ReactNode }) {
  const [address, setAddress] = useState<string>();

  // Synchronizes with the file store, whose addresses expire.
  useEffect(() => {
    let wanted = true;
    if (document) {
      documents.address(document, 'thumbnail').then(
        (found) => wanted && setAddress(found),
        () => wanted && setAddress(undefined),
      );
    }
    return () => {
      wanted = false;
    };
  }, [document, documents]);

  if (!address) return ending;
  return (
    <img className="rp-thumbnail" src={address} alt="" width="150" height="150" onError={() => setAddress(undefined)} />
  );
}

function fileExtension(document: StoredDocument | undefined): string {
  return (/\.(\w{2,4})$/.exec(document?.name ?? '')?.[1] ?? '').toUpperCase();
}

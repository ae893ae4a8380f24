import { lazy, Suspense, useEffect, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import type { FormServices, StoredDocument } from '../../src/model/formContext';
import { shortName } from './accepts';

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

/** Shows a stored file in a new tab. The tab is opened at once, within the click, or the browser would block it. */
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

/** The 150×150 picture of a stored file, the first page of a PDF; where there is none, the ending of its name. */
function Thumbnail({ document, documents }: ThumbnailProps) {
  const ending = <span className="rp-thumbnail">{endingOf(document)}</span>;
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

  // Tied to the file store: the address of a picture is good for a short time only and asked for when it is drawn.
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

function endingOf(document: StoredDocument | undefined): string {
  return (/\.(\w{2,4})$/.exec(document?.name ?? '')?.[1] ?? '').toUpperCase();
}

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { FormServices, StoredDocument } from '../../src/model/formContext';

const FirstPage = lazy(async () => ({ default: (await import('./FirstPage')).FirstPage }));

interface ThumbnailProps {
  document: StoredDocument | undefined;
  documents: FormServices['documents'];
}

/** Shows a photo, the first page of a PDF, or the file's extension. */
export function Thumbnail({ document, documents }: ThumbnailProps) {
  const ending = <span className="rp-thumbnail">{fileExtension(document)}</span>;
  if (document?.type !== 'application/pdf')
    return <Picture document={document} documents={documents} ending={ending} />;
  return (
    <Suspense fallback={ending}>
      <FirstPage key={document.id} find={() => documents.address(document, 'file')} fallback={ending} />
    </Suspense>
  );
}

function Picture({ document, documents, ending }: ThumbnailProps & { ending: ReactNode }) {
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

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { FormServices, StoredDocument } from '../../src/model/formContext';

const FirstPage = lazy(async () => ({ default: (await import('./FirstPage')).FirstPage }));

interface ThumbnailProps {
  document: StoredDocument | undefined;
  documents: FormServices['documents'];
}

export function Thumbnail({ document, documents }: ThumbnailProps) {
  const extensionLabel = <span className="rp-thumbnail">{fileExtension(document)}</span>;
  if (document?.type !== 'application/pdf')
    return <Picture document={document} documents={documents} extensionLabel={extensionLabel} />;
  return (
    <Suspense fallback={extensionLabel}>
      <FirstPage key={document.id} find={() => documents.address(document, 'file')} fallback={extensionLabel} />
    </Suspense>
  );
}

function Picture({ document, documents, extensionLabel }: ThumbnailProps & { extensionLabel: ReactNode }) {
  const [address, setAddress] = useState<string | null>(null);

  // Doesn't reuse URLs, because they expire.
  useEffect(() => {
    let wanted = true;
    if (document) {
      documents.address(document, 'thumbnail').then(
        (found) => wanted && setAddress(found),
        () => wanted && setAddress(null),
      );
    }
    return () => {
      wanted = false;
    };
  }, [document, documents]);

  if (!document || !address) return extensionLabel;
  return (
    <img className="rp-thumbnail" src={address} alt="" width="150" height="150" onError={() => setAddress(null)} />
  );
}

function fileExtension(document: StoredDocument | undefined): string {
  return (/\.(\w{2,4})$/.exec(document?.name ?? '')?.[1] ?? '').toUpperCase();
}

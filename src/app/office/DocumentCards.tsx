import { type ComponentProps, useEffect, useState } from 'react';
import { fileAddress } from '../../api/office';
import type { OfficeApplication, OfficeDocument } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { RevealKind } from '../../model/office';
import { openInTab } from '../form/AnswerCards';
import { Button } from '../ui/Button';
import { DocumentPages } from './DocumentPages';
import { formatDate } from './dates';
import { type MarkedPlaces, ReadFigures } from './ReadFigures';

interface DocumentCardsProps {
  id: string;
  documents: readonly OfficeDocument[];
  /** Asks for a reason to reveal. Undefined without permission. */
  onReveal?(kinds: readonly RevealKind[]): void;
}

/** Files with the values read in them, differences marked. */
export function DocumentCards({ id, documents, onReveal }: DocumentCardsProps) {
  const messages = useMessages('office').application;
  if (documents.length === 0) return <p className="rp-help">{messages.noDocuments}</p>;
  return (
    <ul className="of-documents">
      {documents.map((document) => (
        <DocumentCard key={document.id} id={id} document={document} onReveal={onReveal} />
      ))}
    </ul>
  );
}

interface DocumentCardProps extends Pick<DocumentCardsProps, 'id' | 'onReveal'> {
  document: OfficeDocument;
}

function DocumentCard({ id, document, onReveal }: DocumentCardProps) {
  const messages = useMessages('office').application;
  const [page, setPage] = useState(1);
  const [marked, setMarked] = useState<MarkedPlaces>();
  const canMark = document.hidden.length === 0 && document.type === 'application/pdf';
  const mark = (next: MarkedPlaces) => {
    setMarked(next);
    setPage(next.places[0]?.page ?? 1);
  };
  return (
    <li className="of-card">
      <h3>{[document.title, document.source].filter(Boolean).join(', ')}</h3>
      {document.withdrawn_at && (
        <p className="of-differs">{fillText(messages.withdrawn, { date: formatDate(document.withdrawn_at) })}</p>
      )}
      <div className="of-document">
        <div>
          {document.hidden.length > 0 ? (
            <Hidden document={document} onReveal={onReveal} />
          ) : (
            <File id={id} document={document} page={page} onPage={setPage} marked={marked} />
          )}
        </div>
        <div>
          {document.reading === 'waiting' && <p className="rp-help">{messages.waiting}</p>}
          <ReadFigures document={document} marked={marked} onMark={canMark ? mark : undefined} />
        </div>
      </div>
    </li>
  );
}

/** Replaces a file this user may not see. */
function Hidden({ document, onReveal }: { document: OfficeDocument } & Pick<DocumentCardsProps, 'onReveal'>) {
  const messages = useMessages('office');
  const { application } = messages;
  return (
    <>
      <p translate="no">{document.name}</p>
      <p className="rp-help">{onReveal ? application.hiddenFile : application.neverShown}</p>
      {onReveal && (
        <Button aria-label={`${messages.reveal.button}: ${document.name}`} onClick={() => onReveal(document.hidden)}>
          {messages.reveal.button}
        </Button>
      )}
    </>
  );
}

type FileProps = Pick<DocumentCardProps, 'id' | 'document'> &
  Omit<ComponentProps<typeof DocumentPages>, 'name' | 'find'>;

function File({ id, document, ...pages }: FileProps) {
  const messages = useMessages('office').application;
  const address = () => fileAddress(id, document.id, 'file');
  return (
    <>
      {document.has_thumbnail && <Preview id={id} document={document} />}
      {document.type === 'application/pdf' && <DocumentPages {...pages} name={document.name} find={address} />}
      <Button variant="link" onClick={() => void openInTab({ address })}>
        {fillText(messages.open, { name: document.name })}
      </Button>
    </>
  );
}

function Preview({ id, document }: { id: string; document: OfficeDocument }) {
  const messages = useMessages('office').application;
  const [address, setAddress] = useState<string>();
  // Synchronizes with the file's address, valid for two minutes.
  useEffect(() => {
    let isGone = false;
    fileAddress(id, document.id, 'thumbnail').then(
      (next) => !isGone && setAddress(next),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [id, document.id]);
  return address ? (
    <img className="of-preview" src={address} alt={fillText(messages.preview, { name: document.name })} />
  ) : (
    <span className="of-preview" />
  );
}

/** Shows which weeks or months each source's documents cover. */
export function CoverageCalendar({ coverage }: Pick<OfficeApplication, 'coverage'>) {
  const messages = useMessages('office').application;
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">{messages.coverage}</h2>
      {coverage.map(({ document_id, source_id, title, source, needed }) => (
        <div key={`${document_id}/${source_id}`} className="of-card">
          <h3>{[title, source].filter(Boolean).join(', ')}</h3>
          <ol className="of-calendar">
            {needed.map(({ from, to, covered }) => (
              <li key={from} data-covered={covered ? '' : undefined}>
                {formatDate(`${from}T12:00:00Z`)} – {formatDate(`${to}T12:00:00Z`)}:{' '}
                {covered ? messages.covered : messages.missing}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

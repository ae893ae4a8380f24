import { useState } from 'react';
import { fileAddress } from '../../api/office';
import type { Finding, OfficeDocument } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { RevealKind } from '../../model/office';
import { hasRole } from '../../model/section/documentTypes';
import { openInTab } from '../form/FileLink';
import { Button } from '../ui/Button';
import { DocumentPages } from './DocumentPages';
import { DocumentPicture } from './DocumentPicture';
import { formatDate } from './dates';
import { ExtractedFigures, type HighlightedFigures } from './ExtractedFigures';
import { type Sheet, toSheets } from './sheets';

export interface DocumentView {
  document: number;
  marked?: HighlightedFigures;
}

interface DocumentViewerProps {
  id: string;
  documents: readonly OfficeDocument[];
  view?: DocumentView;
  onView(view: DocumentView): void;
  /** Prompts for a reason to reveal masked facts. Undefined without permission. */
  onReveal?(kinds: readonly RevealKind[]): void;
  onAsk?(places: Finding['ask']): void;
}

const ZOOMS = [1, 1.5, 2, 3];

export function DocumentViewer({ id, documents, view, onView, onReveal, onAsk }: DocumentViewerProps) {
  const messages = useMessages('office').application;
  const [zoom, setZoom] = useState(0);
  const sheets = toSheets(documents);
  const sheet = sheets.find(({ files }) => files.some((file) => file.id === view?.document)) ?? sheets[0];
  const asks = sheet?.files.find(({ document_id }) => !hasRole('identityBack', document_id));
  const scale = ZOOMS[zoom] ?? 1;
  return (
    <section className="of-viewer" aria-labelledby="documents">
      <h2 id="documents">{messages.documents}</h2>
      {!sheet && <p className="rp-help">{messages.noDocuments}</p>}
      {sheet && (
        <>
          <SheetChoice sheets={sheets} chosen={sheet} onChoose={({ key }) => onView({ document: key })} />
          <div className="of-tools">
            <p>
              <strong>{sheet.title}</strong>
              {sheet.hasBothSides && `, ${messages.bothSides}`}
            </p>
            <Button
              aria-label={messages.zoomOut}
              aria-disabled={zoom === 0}
              onClick={() => setZoom(Math.max(0, zoom - 1))}
            >
              −
            </Button>
            <span role="status">{fillText(messages.zoom, { percent: scale * 100 })}</span>
            <Button
              aria-label={messages.zoomIn}
              aria-disabled={zoom === ZOOMS.length - 1}
              onClick={() => setZoom(Math.min(ZOOMS.length - 1, zoom + 1))}
            >
              +
            </Button>
            {asks && onAsk && <Button onClick={() => onAsk([asks])}>{messages.askAgain}</Button>}
          </div>
          <Hidden files={sheet.files.filter(({ hidden }) => hidden.length > 0)} onReveal={onReveal} />
          {sheet.files.map((document) => (
            <DocumentFile
              key={document.id}
              id={id}
              document={document}
              zoom={scale}
              marked={view?.document === document.id ? view.marked : undefined}
              onMark={(marked) => onView({ document: document.id, marked })}
            />
          ))}
        </>
      )}
    </section>
  );
}

interface SheetChoiceProps {
  sheets: readonly Sheet[];
  chosen: Sheet;
  onChoose(sheet: Sheet): void;
}

function SheetChoice({ sheets, chosen, onChoose }: SheetChoiceProps) {
  const messages = useMessages('office').application;
  if (sheets.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div role="group" aria-label={messages.file} className="of-sheets">
      {sheets.map((sheet) => (
        <button key={sheet.key} type="button" aria-pressed={sheet === chosen} onClick={() => onChoose(sheet)}>
          {sheet.title}
          {sheet.differs && <span className="of-differs"> {messages.differs}</span>}
        </button>
      ))}
    </div>
  );
}

interface DocumentFileProps {
  id: string;
  document: OfficeDocument;
  zoom: number;
  marked: HighlightedFigures | undefined;
  onMark(marked: HighlightedFigures): void;
}

function DocumentFile({ id, document, zoom, marked, onMark }: DocumentFileProps) {
  const messages = useMessages('office').application;
  const isHidden = document.hidden.length > 0;
  const canMark = !isHidden && document.type === 'application/pdf';
  return (
    <article className="of-file" aria-label={document.name}>
      {document.withdrawn_at && (
        <p className="of-differs">{fillText(messages.withdrawn, { date: formatDate(document.withdrawn_at) })}</p>
      )}
      {!isHidden && <Content id={id} document={document} zoom={zoom} marked={marked} />}
      {document.reading === 'waiting' && <p className="rp-help">{messages.waiting}</p>}
      <ExtractedFigures document={document} marked={marked} onMark={canMark ? onMark : undefined} />
    </article>
  );
}

interface HiddenProps extends Pick<DocumentViewerProps, 'onReveal'> {
  files: readonly OfficeDocument[];
}

function Hidden({ files, onReveal }: HiddenProps) {
  const messages = useMessages('office');
  const { application } = messages;
  if (files.length === 0) return null;
  const names = files.map(({ name }) => name).join(', ');
  const kinds = [...new Set(files.flatMap(({ hidden }) => hidden))];
  return (
    <div className="of-hidden">
      <p translate="no">{names}</p>
      <p className="rp-help">
        {fillText(onReveal ? application.hiddenFile : application.neverShown, { n: files.length })}
      </p>
      {onReveal && (
        <Button aria-label={`${messages.reveal.button}: ${names}`} onClick={() => onReveal(kinds)}>
          {messages.reveal.button}
        </Button>
      )}
    </div>
  );
}

function Content({ id, document, zoom, marked }: Pick<DocumentFileProps, 'id' | 'document' | 'zoom' | 'marked'>) {
  const messages = useMessages('office').application;
  const address = () => fileAddress(id, document.id, 'file');
  return (
    <>
      {document.type === 'application/pdf' && (
        <DocumentPages name={document.name} find={address} zoom={zoom} marked={marked} />
      )}
      {document.type.startsWith('image/') && <DocumentPicture name={document.name} find={address} zoom={zoom} />}
      <Button variant="link" onClick={() => void openInTab({ address })}>
        {fillText(messages.open, { name: document.name })}
      </Button>
    </>
  );
}

import type { OfficeDocument, Place } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import { Table } from '../ui/Table';

export interface HighlightedFigures {
  what: string;
  places: Place[];
}

interface ExtractedFiguresProps {
  document: OfficeDocument;
  marked: HighlightedFigures | undefined;
  /** Undefined if the file is hidden or isn't a PDF. */
  onMark?(marked: HighlightedFigures): void;
}

export function ExtractedFigures({ document, ...marking }: ExtractedFiguresProps) {
  return (
    <>
      {document.values.length > 0 && <ExtractedValues document={document} {...marking} />}
      {document.contradictions.length > 0 && <Contradictions document={document} {...marking} />}
    </>
  );
}

function ExtractedValues({ document: { values }, ...marking }: ExtractedFiguresProps) {
  const messages = useMessages('office').application;
  return (
    <Table isStacked>
      <thead>
        <tr>
          <td />
          <th scope="col">{messages.read}</th>
          <th scope="col">{messages.typed}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ label, read, typed, differs, places }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file with several pay stubs repeats lines, always in the same order.
          <tr key={index} data-differs={differs ? '' : undefined}>
            <th scope="row">{label}</th>
            <td data-label={messages.read}>
              <span translate="no">{read}</span> <MarkButton what={`${label}, ${read}`} places={places} {...marking} />
            </td>
            <td data-label={messages.typed} translate="no">
              {typed}
              {differs && <strong className="of-differs"> {messages.differs}</strong>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Contradictions({ document: { id, contradictions }, ...marking }: ExtractedFiguresProps) {
  const messages = useMessages('office').application;
  return (
    <section aria-labelledby={`contradictions-${id}`} className="of-contradictions">
      <h4 id={`contradictions-${id}`}>{messages.contradictions}</h4>
      <ul>
        {contradictions.map(({ text, places }) => (
          <li key={text}>
            {text} <MarkButton what={text} places={places} {...marking} />
          </li>
        ))}
      </ul>
      <p className="rp-help">{messages.contradictionsHelp}</p>
    </section>
  );
}

type MarkButtonProps = HighlightedFigures & Omit<ExtractedFiguresProps, 'document'>;

function MarkButton({ what, places, marked, onMark }: MarkButtonProps) {
  const messages = useMessages('office').application;
  if (!onMark || places.length === 0) return null;
  return (
    <Button
      variant="link"
      className="of-show"
      aria-pressed={marked?.what === what}
      aria-label={fillText(messages.showPlaceOf, { what })}
      onClick={() => onMark({ what, places })}
    >
      {messages.showPlace}
    </Button>
  );
}

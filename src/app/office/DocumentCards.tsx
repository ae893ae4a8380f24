import { useEffect, useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { fileAddress } from '../../api/office';
import type { OfficeApplication, OfficeDocument } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { openInTab } from '../form/AnswerCards';
import { Button } from '../ui/Button';
import { Table } from '../ui/Table';
import { DocumentPages } from './DocumentPages';
import { dayOf } from './officeDays';

const said = texts.application;

/** The applicant's files: a preview next to what was read in it, what differs from the typed words marked. */
export function DocumentCards({ id, documents }: { id: string; documents: readonly OfficeDocument[] }) {
  if (documents.length === 0) return <p className="rp-help">{said.noDocuments}</p>;
  return (
    <ul className="of-documents">
      {documents.map((document) => (
        <li key={document.id} className="of-card">
          <h3>{[document.title, document.source].filter(Boolean).join(', ')}</h3>
          <div className="of-document">
            <div>
              {document.has_thumbnail && <Preview id={id} document={document} />}
              {document.type === 'application/pdf' && (
                <DocumentPages name={document.name} find={() => fileAddress(id, document.id, 'file')} />
              )}
              <Button
                variant="link"
                onClick={() => void openInTab({ address: () => fileAddress(id, document.id, 'file') })}
              >
                {fillText(said.open, { name: document.name })}
              </Button>
            </div>
            <div>
              {document.reading === 'waiting' && <p className="rp-help">{said.waiting}</p>}
              {document.values.length > 0 && <ReadValues values={document.values} />}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Preview({ id, document }: { id: string; document: OfficeDocument }) {
  const [address, setAddress] = useState<string>();
  // The ticket is the server's, and good for two minutes.
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
    <img className="of-preview" src={address} alt={fillText(said.preview, { name: document.name })} />
  ) : (
    <span className="of-preview" />
  );
}

function ReadValues({ values }: Pick<OfficeDocument, 'values'>) {
  return (
    <Table isStacked>
      <thead>
        <tr>
          <td />
          <th scope="col">{said.read}</th>
          <th scope="col">{said.typed}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ label, read, typed, differs }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file of several stubs says the same several times, in its own order.
          <tr key={index} data-differs={differs ? '' : undefined}>
            <th scope="row">{label}</th>
            <td data-label={said.read} translate="no">
              {read}
            </td>
            <td data-label={said.typed} translate="no">
              {typed}
              {differs && <strong className="of-differs"> {said.differs}</strong>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Which weeks or months of each source its documents cover, in words and by a mark. */
export function CoverageCalendar({ coverage }: Pick<OfficeApplication, 'coverage'>) {
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">{said.coverage}</h2>
      {coverage.map(({ document_id, source_id, title, source, needed }) => (
        <div key={`${document_id}/${source_id}`} className="of-card">
          <h3>{[title, source].filter(Boolean).join(', ')}</h3>
          <ol className="of-calendar">
            {needed.map(({ from, to, covered }) => (
              <li key={from} data-covered={covered ? '' : undefined}>
                {dayOf(`${from}T12:00:00Z`)} – {dayOf(`${to}T12:00:00Z`)}: {covered ? said.covered : said.missing}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

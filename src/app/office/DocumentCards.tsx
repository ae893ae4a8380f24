import { useEffect, useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { fileAddress } from '../../api/office';
import type { OfficeDocument } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { Button } from '../ui/Button';
import { Table } from '../ui/Table';

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
              <Button variant="link" onClick={() => void openFile(id, document.id)}>
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

/** The tab is opened by the press itself: what comes later would be held back. */
async function openFile(id: string, document: number): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  const address = await fileAddress(id, document, 'file').catch(() => undefined);
  if (!tab) return;
  tab.opener = null;
  if (address) tab.location.href = address;
  else tab.close();
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
    <Table>
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
            <td translate="no">{read}</td>
            <td translate="no">
              {typed}
              {differs && <strong className="of-differs"> {said.differs}</strong>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

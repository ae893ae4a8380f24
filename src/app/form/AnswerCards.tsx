import { type ReactNode, useId, useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { getFileAddress } from '../../api/documents';
import { type AnswerCard, briefOf, type CardLine, type CardPart, isCard } from '../../model/answerCards';
import { fillText } from '../../model/fillText';
import type { StoredDocument } from '../../model/formContext';
import { alert } from '../ui/QuestionHost';
import './answerCards.css';

interface AnswerSectionProps {
  card: AnswerCard;
  documents: readonly StoredDocument[];
  /** What may be done about it, at the side of its heading. */
  action?: ReactNode;
}

/** From this width on there is room to read; below it a card is one line until it is opened. */
const ROOMY = 640;

/** A section's answers to read, people and places as cards of their own. */
export function AnswerSection({ card, documents, action }: AnswerSectionProps) {
  const [isOpen, setOpen] = useState(() => window.innerWidth >= ROOMY);
  const id = useId();
  const brief = briefOf(card) || texts.answers.none;
  return (
    <section className="ap-answers" aria-labelledby={`${id}-title`}>
      <header>
        <div>
          <h4 id={`${id}-title`}>
            <button type="button" aria-expanded={isOpen} aria-controls={`${id}-body`} onClick={() => setOpen(!isOpen)}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M6 9l6 6 6-6" />
              </svg>
              {card.note ? <span translate="no">{card.title}</span> : card.title}
            </button>
          </h4>
          {card.note && <p>{card.note}</p>}
          {!isOpen && !card.note && <p translate="no">{brief}</p>}
        </div>
        {action}
      </header>
      <div id={`${id}-body`} hidden={!isOpen}>
        {card.parts.length === 0 && <p className="rp-help">{texts.answers.none}</p>}
        <Parts parts={card.parts} documents={documents} />
      </div>
    </section>
  );
}

interface PartsProps {
  parts: readonly CardPart[];
  documents: readonly StoredDocument[];
}

/** Lines next to each other are one list. */
function Parts({ parts, documents }: PartsProps) {
  return runsOf(parts).map((run) =>
    'parts' in run ? (
      <Row key={run.key} card={run} documents={documents} />
    ) : (
      <dl key={run[0]?.key}>
        {run.map((line) => (
          <div key={line.key}>
            <dt>{line.label}</dt>
            <dd translate="no">{line.files ? <Files paths={line.files} documents={documents} /> : line.text}</dd>
          </div>
        ))}
      </dl>
    ),
  );
}

function runsOf(parts: readonly CardPart[]): (AnswerCard | CardLine[])[] {
  const runs: (AnswerCard | CardLine[])[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (isCard(part)) runs.push(part);
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

/** A person, place, employer or account. */
function Row({ card, documents }: { card: AnswerCard; documents: readonly StoredDocument[] }) {
  const id = useId();
  return (
    <section className="ap-answers-row" aria-labelledby={id}>
      <h5 id={id}>
        {card.note && <small>{card.note}</small>} <span translate={card.note ? 'no' : undefined}>{card.title}</span>
      </h5>
      <Parts parts={card.parts} documents={documents} />
    </section>
  );
}

interface FilesProps {
  paths: readonly string[];
  documents: readonly StoredDocument[];
}

/** Files by their names, each a link to it; one that the server's list does not know has none. */
function Files({ paths, documents }: FilesProps) {
  const [isOpening, setOpening] = useState('');
  const open = async (document: StoredDocument) => {
    setOpening(document.blob_path);
    await openInTab(document);
    setOpening('');
  };
  return (
    <ul>
      {paths.map((path) => {
        const document = documents.find(({ blob_path }) => blob_path === path);
        return (
          <li key={path}>
            {document ? (
              <button
                type="button"
                className="rp-button"
                data-variant="link"
                aria-label={fillText(texts.answers.open, { name: document.name })}
                aria-busy={isOpening === path || undefined}
                onClick={() => void open(document)}
              >
                {document.name}
              </button>
            ) : (
              texts.answers.file
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The tab is opened at once, within the click, or the browser would block it. */
async function openInTab(document: StoredDocument): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const address = await getFileAddress(document, 'file');
    if (tab) tab.location.href = address;
  } catch (error) {
    tab?.close();
    await alert({ title: error instanceof Error ? error.message : String(error) });
  }
}

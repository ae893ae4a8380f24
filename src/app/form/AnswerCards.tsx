import { type ReactNode, useId, useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { type AnswerCard, briefOf, type CardLine, type CardPart, isCard } from '../../model/answerCards';
import { fillText } from '../../model/fillText';
import { alert } from '../ui/QuestionHost';
import './answerCards.css';

/** A file that answers name by its path. */
export interface NamedFile {
  path: string;
  name: string;
  /** Asked for at the press: an address is good for minutes. */
  address(): Promise<string>;
}

interface AnswerSectionProps {
  card: AnswerCard;
  files: readonly NamedFile[];
  /** What may be done about it, at the side of its heading. */
  action?: ReactNode;
  /** The level of its heading; the rows within it are one below. */
  level?: Level;
}

type Level = 2 | 4;

/** From this width on there is room to read; below it a card is one line until it is opened. */
const ROOMY = 640;

/** A section's answers to read, people and places as cards of their own. */
export function AnswerSection({ card, files, action, level = 4 }: AnswerSectionProps) {
  const Title = `h${level}` as const;
  const [isOpen, setOpen] = useState(() => window.innerWidth >= ROOMY);
  const id = useId();
  const brief = briefOf(card) || texts.answers.none;
  return (
    <section className="ap-answers" aria-labelledby={`${id}-title`}>
      <header>
        <div>
          <Title id={`${id}-title`}>
            <button type="button" aria-expanded={isOpen} aria-controls={`${id}-body`} onClick={() => setOpen(!isOpen)}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M6 9l6 6 6-6" />
              </svg>
              {card.note ? <span translate="no">{card.title}</span> : card.title}
            </button>
          </Title>
          {card.note && <p>{card.note}</p>}
          {!isOpen && !card.note && <p translate="no">{brief}</p>}
        </div>
        {action}
      </header>
      <div id={`${id}-body`} hidden={!isOpen}>
        {card.parts.length === 0 && <p className="rp-help">{texts.answers.none}</p>}
        <Parts parts={card.parts} files={files} level={level} />
      </div>
    </section>
  );
}

interface PartsProps {
  parts: readonly CardPart[];
  files: readonly NamedFile[];
  /** Of the heading above them. */
  level: Level;
}

/** Lines next to each other are one list. */
function Parts({ parts, files, level }: PartsProps) {
  return runsOf(parts).map((run) =>
    'parts' in run ? (
      <Row key={run.key} card={run} files={files} level={level} />
    ) : (
      <dl key={run[0]?.key}>
        {run.map((line) => (
          <div key={line.key}>
            <dt>{line.label}</dt>
            <dd translate="no">{line.files ? <Files paths={line.files} files={files} /> : line.text}</dd>
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
function Row({ card, files, level }: Omit<PartsProps, 'parts'> & { card: AnswerCard }) {
  const id = useId();
  const Title = level === 2 ? 'h3' : 'h5';
  return (
    <section className="ap-answers-row" aria-labelledby={id}>
      <Title id={id}>
        {card.note && <small>{card.note}</small>} <span translate={card.note ? 'no' : undefined}>{card.title}</span>
      </Title>
      <Parts parts={card.parts} files={files} level={level} />
    </section>
  );
}

interface FilesProps {
  paths: readonly string[];
  files: readonly NamedFile[];
}

/** Files by their names, each a link to it; one that the page's list does not know has none. */
function Files({ paths, files }: FilesProps) {
  const [isOpening, setOpening] = useState('');
  const open = async (file: NamedFile) => {
    setOpening(file.path);
    await openInTab(file);
    setOpening('');
  };
  return (
    <ul>
      {paths.map((path) => {
        const file = files.find((one) => one.path === path);
        return (
          <li key={path}>
            {file ? (
              <button
                type="button"
                className="rp-button"
                data-variant="link"
                aria-label={fillText(texts.answers.open, { name: file.name })}
                aria-busy={isOpening === path || undefined}
                onClick={() => void open(file)}
              >
                {file.name}
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

/** The tab is opened at once, within the click, or the browser would block it; what goes wrong is said in a dialog. */
export async function openInTab({ address }: Pick<NamedFile, 'address'>): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const place = await address();
    if (tab) tab.location.href = place;
  } catch (error) {
    tab?.close();
    await alert({ title: error instanceof Error ? error.message : String(error) });
  }
}

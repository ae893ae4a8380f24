import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import {
  type AnswerCard,
  briefLines,
  type CardLine,
  type CardPart,
  filesIn,
  isCard,
} from '../../model/answers/answerCards';
import { fillText } from '../../model/messages/fillText';
import { preventBreaks } from '../ui/preventBreaks';
import { BriefLines } from './BriefLines';
import { FileLink, FileResult, type NamedFile } from './FileLink';
import './answerCards.css';

interface AnswerSectionProps {
  card: AnswerCard;
  files: readonly NamedFile[];
  /** Hidden while the card shows the links from `editAnswer`. */
  action?: ReactNode;
  /** Returns the link beside an answer, or beside an entry's title. */
  editAnswer?: EditAnswer;
  level?: Level;
  /** If undefined, the card starts open on screens at least 640 px wide. */
  startsOpen?: boolean;
}

/** `key`: the answer's JSON pointer. `label`: what the link edits, such as "City, Address 2". */
export type EditAnswer = (key: string, label: string) => ReactNode;

type Level = 2 | 3;

export const OPENS_CARDS = '(min-width: 640px)';

export function AnswerSection({ card, files, action, editAnswer, level = 3, startsOpen }: AnswerSectionProps) {
  const texts = useMessages('steps');
  const Title = `h${level}` as const;
  const [isOpen, setOpen] = useState(() => startsOpen ?? window.matchMedia(OPENS_CARDS).matches);
  const id = useId();
  const none = card.isList ? texts.answers.noneAdded : texts.answers.none;
  const brief = briefLines(card);
  const hasOwnLinks = editAnswer && isOpen && card.parts.length > 0;
  return (
    <section className="ap-answers" aria-labelledby={`${id}-title`}>
      <header>
        <div>
          <Title id={`${id}-title`}>
            <button type="button" aria-expanded={isOpen} aria-controls={`${id}-body`} onClick={() => setOpen(!isOpen)}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M6 9l6 6 6-6" />
              </svg>
              {card.note ?? card.title}
            </button>
          </Title>
          {card.note && (
            <p translate="no">
              <strong>{card.title}</strong>
            </p>
          )}
          {!isOpen && brief.length === 0 && <p>{none}</p>}
          {!isOpen && <BriefLines lines={brief} />}
          {!isOpen && <Results card={card} files={files} />}
        </div>
        {!hasOwnLinks && action}
      </header>
      <div id={`${id}-body`} hidden={!isOpen}>
        {card.parts.length === 0 && <p className="rp-help">{none}</p>}
        <Parts parts={card.parts} files={files} level={level} editAnswer={editAnswer} />
      </div>
    </section>
  );
}

interface PartsProps {
  parts: readonly CardPart[];
  files: readonly NamedFile[];
  level: Level;
  editAnswer?: EditAnswer;
  /** The entry's title, if the answers belong to an entry. */
  entry?: string;
}

/** Groups adjacent lines into one list. */
function Parts({ parts, ...rest }: PartsProps) {
  const { files, editAnswer, entry } = rest;
  return groupRuns(parts).map((run) =>
    'parts' in run ? (
      <Row key={run.key} card={run} {...rest} />
    ) : (
      <dl key={run[0]?.key}>
        {run.map((line) => (
          <div key={line.key}>
            <dt>{line.label}</dt>
            {line.isUnanswered ? (
              <dd className="ap-unanswered">{line.text}</dd>
            ) : (
              <dd translate="no">
                {line.files ? <Files paths={line.files} files={files} /> : preventBreaks(line.text)}
              </dd>
            )}
            {editAnswer && !line.isFixed && (
              <dd>{editAnswer(line.key, [line.label, entry].filter(Boolean).join(', '))}</dd>
            )}
          </div>
        ))}
      </dl>
    ),
  );
}

function groupRuns(parts: readonly CardPart[]): (AnswerCard | CardLine[])[] {
  const runs: (AnswerCard | CardLine[])[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (isCard(part)) runs.push(part);
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function Row({ card, ...rest }: Omit<PartsProps, 'parts'> & { card: AnswerCard }) {
  const id = useId();
  const Title = rest.level === 2 ? 'h3' : 'h4';
  const entry = card.note ?? card.title;
  return (
    <section className="ap-answers-row" aria-labelledby={id}>
      <header>
        <Title id={id}>
          {card.note && <small>{card.note}</small>} <span translate={card.note ? 'no' : undefined}>{card.title}</span>
        </Title>
        {rest.editAnswer?.(card.key, entry)}
      </header>
      <Parts parts={card.parts} {...rest} entry={entry} />
    </section>
  );
}

interface FilesProps {
  paths: readonly string[];
  files: readonly NamedFile[];
}

function Files({ paths, files }: FilesProps) {
  const texts = useMessages('steps');
  return (
    <ul>
      {paths.map((path) => {
        const file = files.find((one) => one.path === path);
        return <li key={path}>{file ? <FileLink file={file} /> : fillText(texts.answers.files, { n: 1 })}</li>;
      })}
    </ul>
  );
}

/** Shows the check results of a card's files, without repeats. */
function Results({ card, files }: Pick<AnswerSectionProps, 'card' | 'files'>) {
  const paths = filesIn(card);
  const statuses = files.flatMap(({ path, status }) => (status && paths.includes(path) ? status : []));
  const shown = [...new Set(statuses)].filter((status) => status !== 'received');
  if (shown.length === 0) return null;
  return (
    <p>
      {shown.map((status) => (
        <FileResult key={status} status={status} count={statuses.filter((one) => one === status).length} />
      ))}
    </p>
  );
}

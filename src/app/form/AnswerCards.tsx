import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { type AnswerCard, type CardLine, type CardPart, formatBrief, isCard } from '../../model/answers/answerCards';
import type { CheckStatus } from '../../model/income/checks/fileStatus';
import { fillText } from '../../model/messages/fillText';
import { preventBreaks } from '../ui/preventBreaks';
import { alert } from '../ui/QuestionHost';
import './answerCards.css';

export interface NamedFile {
  path: string;
  name: string;
  status?: CheckStatus;
  /** Returns the file's URL. Called on click, because the URL expires within minutes. */
  address(): Promise<string>;
}

interface AnswerSectionProps {
  card: AnswerCard;
  files: readonly NamedFile[];
  /** Replaced by the links of `editAnswer` while the card is open. */
  action?: ReactNode;
  /** Returns the link beside an answer, or beside an entry's title. */
  editAnswer?: EditAnswer;
  level?: Level;
  /** If undefined, the card is open on wide screens. */
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
  const brief = formatBrief(card);
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
          {!isOpen && (brief ? <p translate="no">{preventBreaks(brief)}</p> : <p>{none}</p>)}
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
            <dd translate="no">{line.files ? <Files paths={line.files} files={files} /> : preventBreaks(line.text)}</dd>
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
              <>
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
                {file.status && <Result status={file.status} />}
              </>
            ) : (
              fillText(texts.answers.files, { n: 1 })
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Result({ status }: { status: CheckStatus }) {
  const messages = useMessages('document-checks');
  return (
    <small translate="yes" data-status={status}>
      {messages[status]}
    </small>
  );
}

/** Opens a file in a new tab. The tab is opened before the URL is known, because browsers block later popups. */
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

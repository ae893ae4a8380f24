import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fileAddress } from '../../api/office';
import type { Finding, OfficeApplication, SectionAnswers } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { type ReviewGroup, reviewGroups } from '../../model/office';
import { AnswerSection } from '../form/AnswerCards';
import { useMedia } from '../ui/useMedia';
import { CoverageCalendar } from './CoverageCalendar';
import { DocumentChecklist } from './DocumentChecklist';

interface ReviewAnswersProps {
  application: OfficeApplication;
  onAsk?(places: Finding['ask']): void;
}

/** Shows the answers in collapsed groups, followed by the required documents. */
export function ReviewAnswers({ application, onAsk }: ReviewAnswersProps) {
  const messages = useMessages('office').application;
  const { id, documents, findings } = application;
  // Files with masked facts can't be opened until the facts are revealed.
  const open = documents.filter(({ hidden }) => hidden.length === 0);
  const files = open.map((document) => ({
    path: document.path,
    name: document.name,
    address: () => fileAddress(id, document.id, 'file'),
  }));
  const counts: Record<string, number> = {
    identity: findings.filter(({ kind }) => kind === 'identity').length,
    income: findings.filter(({ kind }) => kind === 'income' || kind === 'figures').length,
  };
  return (
    <div className="of-folds">
      {groupSections(application.sections).map(([group, sections]) => (
        <Fold key={group.id} title={group.title} count={counts[group.id] ?? 0}>
          {sections.map(({ section, card }) => (
            <AnswerSection key={section} card={card} files={files} />
          ))}
          {group.id === 'income' && <CoverageCalendar coverage={application.coverage} />}
        </Fold>
      ))}
      <Fold
        title={messages.required}
        count={application.may_ask.filter(({ state }) => state === 'missing').length}
        isOpen
      >
        <DocumentChecklist application={application} onAsk={onAsk} />
      </Fold>
    </div>
  );
}

interface FoldProps {
  title: string;
  count?: number;
  isOpen?: boolean;
  children: ReactNode;
}

export function Fold({ title, count = 0, isOpen = false, children }: FoldProps) {
  const messages = useMessages('office').application;
  const [wasOpened, setOpened] = useState(isOpen);
  const isPrinted = useMedia('print');
  // Before printing, renders sections that were never opened.
  useEffect(() => {
    const open = () => flushSync(() => setOpened(true));
    window.addEventListener('beforeprint', open);
    return () => window.removeEventListener('beforeprint', open);
  }, []);
  return (
    <details className="of-fold" open={isOpen} onToggle={() => setOpened(true)}>
      <summary>
        <h2>{title}</h2>
        {count > 0 && <span className="of-differs">{fillText(messages.differences, { n: count })}</span>}
      </summary>
      {(wasOpened || isPrinted) && children}
    </details>
  );
}

function groupSections(sections: readonly SectionAnswers[]): [ReviewGroup, SectionAnswers[]][] {
  const groups = reviewGroups();
  const last = groups.at(-1);
  const groupOf = (name: string) => groups.find((group) => group.sections.includes(name)) ?? last;
  const answered = sections.filter(({ card }) => card.parts.length > 0);
  return groups.flatMap((group): [ReviewGroup, SectionAnswers[]][] => {
    const own = answered.filter(({ section }) => groupOf(section) === group);
    return own.length > 0 ? [[group, own]] : [];
  });
}

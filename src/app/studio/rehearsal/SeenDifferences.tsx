import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { AffectedRows, Mark } from '../parts';
import type { SectionDifference } from './rehearsed';

/** Says how many questions differ in the two frames, and which. */
export function SeenDifferences({ differences }: { differences: readonly SectionDifference[] }) {
  const messages = useMessages('studio').rehearsal;
  const questions = differences.flatMap(({ section, questions: theirs }) =>
    theirs.map((question) => ({ ...question, section })),
  );
  return (
    <div>
      <p role="status">
        <strong>
          {questions.length === 0 ? messages.none : fillText(messages.differ, { count: questions.length })}
        </strong>
      </p>
      <AffectedRows>
        {questions.map(({ section, key, label, how }) => (
          <li key={`${section} ${key}`}>
            {label} <Mark>{messages.how[how]}</Mark>
          </li>
        ))}
      </AffectedRows>
    </div>
  );
}

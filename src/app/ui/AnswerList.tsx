import type { AnswerLine } from '../../model/answerLines';

/** Answers as lines of label and text, or `none` where a section has none; a name or street is not for translators of pages. */
export function AnswerList({ lines, none }: { lines: readonly AnswerLine[]; none: string }) {
  return (
    <>
      {lines.length === 0 && <p className="rp-help">{none}</p>}
      <dl className="ap-summary">
        {lines.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd translate="no">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

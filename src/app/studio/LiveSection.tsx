import { useRef, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { SectionForm, type SectionHandle } from '../../engine/SectionForm';
import { keyOf } from '../../model/paths';
import type { Preview } from '../../model/preview';
import type { Answers, Checker } from '../../model/types';
import { Button } from '../ui/Button';
import { createStudioServices } from './studioServices';

interface LiveSectionProps {
  preview: Preview;
  checker: Checker;
}

const said = texts.page;
const noAnswers: Answers = {};

/** The form to try, and what is judged of it at every key press. */
export function LiveSection({ preview, checker }: LiveSectionProps) {
  const form = useRef<SectionHandle>(null);
  const [services] = useState(createStudioServices);
  const [answers, setAnswers] = useState(noAnswers);
  const { served, context, example } = preview;
  const verdict = checker.check(answers, context);
  const isEmpty = Object.keys(served.schema.properties ?? {}).length === 0;
  return (
    <>
      <div className="st-form">
        <h2>{served.schema.title ?? served.name}</h2>
        {isEmpty && <p>{said.noQuestions}</p>}
        <SectionForm
          ref={form}
          section={served}
          checker={checker}
          context={context}
          services={services}
          initial={noAnswers}
          mode="live"
          onChange={setAnswers}
        />
        <div className="rp-buttons">
          {example && <Button onClick={() => form.current?.replace(example)}>{said.example}</Button>}
          <Button onClick={() => form.current?.replace(noAnswers)}>{said.empty}</Button>
          <Button onClick={() => form.current?.submit()}>{said.check}</Button>
        </div>
      </div>
      <details className="st-part" open>
        <summary>{said.data}</summary>
        <h3>{said.errors}</h3>
        {verdict.errors.length === 0 && <p>{said.noErrors}</p>}
        <ul>
          {verdict.errors.map(({ path, keyword, message }) => (
            <li key={`${keyOf(path)} ${keyword}`}>
              <code>{keyOf(path)}</code> {message} <span className="rp-help">({keyword})</span>
            </li>
          ))}
        </ul>
        <h3>{said.answers}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
        <pre tabIndex={0}>{JSON.stringify(verdict.answers, null, 2)}</pre>
      </details>
    </>
  );
}

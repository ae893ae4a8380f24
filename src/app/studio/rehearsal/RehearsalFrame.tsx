import { useEffect, useMemo, useRef, useState } from 'react';
import { usePreview } from '../../../api/studio';
import type { Preview, PreviewRequest } from '../../../contract/studio';
import { SectionForm } from '../../../engine/SectionForm';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import type { Answers, Checker } from '../../../model/types';
import { useCheckers } from '../../form/useCheckers';
import { Banner } from '../../ui/Banner';
import { Skeleton } from '../../ui/Skeleton';
import { FormPart, Mark, Pane } from '../parts';
import { markQuestions } from '../questionsInForm';
import { createStudioServices, failureReason } from '../StudioPane';
import type { FrameName, Persona, SectionDifference, Seen } from './rehearsed';

interface RehearsalFrameProps {
  frame: FrameName;
  token: string;
  version: string;
  request: PreviewRequest;
  seen: Seen;
  differences: readonly SectionDifference[];
}

export function RehearsalFrame({ frame, token, version, request, seen, differences }: RehearsalFrameProps) {
  const messages = useMessages('studio').rehearsal;
  const { step, persona, language } = seen;
  const { language: _other, ...rest } = request;
  const questions = Object.entries(persona.asked[step.key] ?? {});
  return (
    <Pane aria-label={messages[frame]} data-frame={frame}>
      <h2>{messages[frame]}</h2>
      {questions.length === 0 && <p>{fillText(messages.notAsked, { name: persona.name })}</p>}
      {questions.map(([section, answers]) => (
        <RehearsedSection
          key={`${step.key} ${section} ${persona.name}`}
          frame={frame}
          token={token}
          version={version}
          request={{ ...rest, section, ...(language && { language }) }}
          persona={persona}
          answers={answers}
          difference={differences.find((one) => one.section === section)}
        />
      ))}
    </Pane>
  );
}

interface RehearsedSectionProps extends Pick<RehearsalFrameProps, 'frame' | 'token' | 'version' | 'request'> {
  persona: Persona;
  answers: Answers;
  difference: SectionDifference | undefined;
}

function RehearsedSection({ token, version, request, ...shown }: RehearsedSectionProps) {
  const messages = useMessages('studio').page;
  const { data: preview, error } = usePreview(token, request, version);
  const checkers = useCheckers(preview && { sections: [preview.served], context: preview.context });
  const problem = error ?? checkers.error;
  const checker = preview && checkers.data?.[preview.served.name];
  if (problem) return <Banner kind="error" title={fillText(messages.broken, { reason: failureReason(problem) })} />;
  if (!checker) return <Skeleton fields={4} />;
  return <FilledSection {...shown} preview={preview} checker={checker} />;
}

interface FilledSectionProps extends Pick<RehearsedSectionProps, 'frame' | 'persona' | 'answers' | 'difference'> {
  preview: Preview;
  checker: Checker;
}

function FilledSection({ frame, persona, answers, difference, preview, checker }: FilledSectionProps) {
  const messages = useMessages('studio').rehearsal;
  const [services] = useState(() => ({ ...createStudioServices(), startsOpen: isOpenRow(frame, difference) }));
  const place = useRef<HTMLDivElement>(null);
  const { served, context } = preview;
  // The frame's name makes ids unique on the page.
  const section = useMemo(() => ({ ...served, name: `${frame}-${served.name}` }), [served, frame]);
  const theirs = useMemo(() => {
    const { applicationType, applicant } = persona;
    return { ...context, ...(applicationType && { applicationType }), ...(applicant && { applicant }) };
  }, [context, persona]);
  // Synchronizes with the rendered form.
  useEffect(() => {
    const keys = new Set(difference?.questions.map(({ key }) => key));
    const isChanged = (path: readonly string[]) => keys.has(path.join('/'));
    const questions = { keys, chosen: undefined, isChanged };
    return place.current ? markQuestions(place.current, section.name, questions) : undefined;
  }, [section.name, difference]);
  const own = difference?.questions.find(({ key }) => key === '');
  return (
    <FormPart ref={place}>
      <h3>
        {served.schema.title ?? served.name} {own && <Mark>{messages.how[own.how]}</Mark>}
      </h3>
      <SectionForm
        section={section}
        checker={checker}
        context={theirs}
        services={services}
        initial={answers}
        mode="live"
      />
    </FormPart>
  );
}

/** Returns a predicate for rows of lists with a changed question. The first row of each such list starts open. */
function isOpenRow(frame: FrameName, difference: SectionDifference | undefined): (id: string) => boolean {
  const lists = (difference?.questions ?? []).flatMap(({ key }) => key.split('/[]/').slice(0, -1));
  return (id) => lists.some((list) => id.startsWith(`${frame}-${difference?.section}_${list.replaceAll('/', '_')}_`));
}

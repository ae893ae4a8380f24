import { Box } from '@chakra-ui/react/box';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasRecords } from '../../api/steps';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { findStep } from '../../model/section/flow';
import type { Step } from '../../model/types';
import { StepAnswers } from '../form/StepAnswers';
import { toField } from '../form/useWantedField';
import { applicationFlow, setReturnToReview, useReviewReached, useSteps } from '../shell/application';
import { useStepActions } from '../shell/stepActions';

interface ReviewProps {
  trnId: string;
  /** Cache key of the visit. */
  visit: string;
}

export function Review({ trnId, visit }: ReviewProps) {
  const messages = useMessages('payment').review;
  const part = useRef<HTMLElement>(null);
  useReviewReached();
  useLead(messages.title, part);
  return (
    <Box as="section" ref={part} aria-labelledby="review" marginBottom="6">
      <h2 id="review" tabIndex={-1}>
        {messages.title}
      </h2>
      <p className="rp-help">{messages.intro}</p>
      {useSteps()
        .filter(hasRecords)
        .map((step) => (
          <ReviewStep key={step.id} step={step} trnId={trnId} visit={visit} />
        ))}
    </Box>
  );
}

/** Lists the review in the steps. It's the current part until its end reaches the top of the window. */
function useLead(title: string, part: RefObject<HTMLElement | null>): void {
  const { setLead } = useStepActions();
  const [isCurrent, setCurrent] = useState(true);
  // Synchronizes with the browser's scroll position.
  useEffect(() => {
    if (!part.current || typeof IntersectionObserver === 'undefined') return undefined;
    const watcher = new IntersectionObserver(([seen]) => setCurrent(seen?.isIntersecting ?? true), {
      rootMargin: '-15% 0px 0px 0px',
    });
    watcher.observe(part.current);
    return () => watcher.disconnect();
  }, [part]);
  useEffect(() => setLead({ id: 'review', title, isCurrent }), [setLead, title, isCurrent]);
}

/** Shows a step's answers. Names the steps that must be saved again if this one changes. */
function ReviewStep({ step, trnId, visit }: ReviewProps & { step: Step }) {
  const messages = useMessages('payment').review;
  return (
    <>
      <Box as="h3" marginBlock={{ base: '{spacing.5} {spacing.2}', md: '{spacing.6} {spacing.3}' }}>
        {step.title}
      </Box>
      {step.reopens && (
        <Box as="p" className="rp-help" marginBlock="-0.5rem {spacing.3}">
          {fillText(messages.reopens, { step: step.title, next: findStep(applicationFlow(), step.reopens).title })}
        </Box>
      )}
      <StepAnswers
        step={step}
        trnId={trnId}
        visit={visit}
        level={4}
        titleOf={({ title }) => title}
        action={(part, title) => (
          <Link
            to={`${step.route}#${part?.anchor}`}
            aria-label={fillText(messages.editWhat, { title })}
            onClick={setReturnToReview}
          >
            {messages.edit}
          </Link>
        )}
        lineAction={(part, { key, label }) => (
          <Link
            to={`${step.route}#${part?.anchor}`}
            state={part && toField(part.section, key)}
            aria-label={fillText(messages.editAnswer, { label })}
            onClick={setReturnToReview}
          >
            {messages.edit}
          </Link>
        )}
      />
    </>
  );
}

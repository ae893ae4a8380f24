import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { hasRecords } from '../../api/steps';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { Step } from '../../model/types';
import { OPENS_CARDS } from '../form/AnswerCards';
import { StepAnswers } from '../form/StepAnswers';
import type { EditState } from '../form/useEditedAnswer';
import { setReturnToReview, useApplication, useReviewReached, useSteps } from '../shell/application';
import { Button } from '../ui/Button';
import { useMedia } from '../ui/useMedia';
import { HomeCard } from './HomeCard';

interface ReviewProps {
  trnId: string;
  visit: string;
}

export function Review({ trnId, visit }: ReviewProps) {
  const messages = useMessages('payment').review;
  const [areAllOpen, setAllOpen] = useState<boolean>();
  const isWide = useMedia(OPENS_CARDS);
  const { email } = useApplication();
  useReviewReached();
  return (
    <Box marginBottom="6">
      <Box as="p" marginBlock="2">
        {messages.intro} <a href={`mailto:${email}`}>{messages.wrong}</a>
      </Box>
      {!isWide && (
        <Button aria-expanded={areAllOpen === true} onClick={() => setAllOpen(!areAllOpen)}>
          {areAllOpen ? messages.hideAll : messages.showAll}
        </Button>
      )}
      <Box marginTop="4">
        <HomeCard startsOpen={areAllOpen} />
      </Box>
      {useSteps()
        .filter(hasRecords)
        .map((step) => (
          <ReviewStep key={step.id} step={step} trnId={trnId} visit={visit} areAllOpen={areAllOpen} />
        ))}
    </Box>
  );
}

function ReviewStep({ step, trnId, visit, areAllOpen }: ReviewProps & { step: Step; areAllOpen?: boolean }) {
  const messages = useMessages('payment').review;
  return (
    <>
      <Box as="h2" marginBlock={{ base: '{spacing.5} {spacing.2}', md: '{spacing.6} {spacing.3}' }}>
        {step.title}
      </Box>
      <StepAnswers
        step={step}
        trnId={trnId}
        visit={visit}
        level={3}
        areAllOpen={areAllOpen}
        getTitle={({ title }) => title}
        action={(part, title) => (
          <Link
            to={`${step.route}#${part?.anchor}`}
            aria-label={fillText(messages.editWhat, { title })}
            onClick={setReturnToReview}
          >
            {messages.edit}
          </Link>
        )}
        editAnswer={({ section, anchor }, pointer, label) => (
          <Link
            to={`${step.route}#${anchor}`}
            state={{ edited: { section, pointer } } satisfies EditState}
            aria-label={fillText(messages.editAnswer, { answer: label })}
            onClick={setReturnToReview}
          >
            {messages.edit}
          </Link>
        )}
      />
    </>
  );
}

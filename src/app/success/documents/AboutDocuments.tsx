import { useState } from 'react';
import type { Messages } from '../../../messages/files';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { documentsStep } from '../successSteps';

interface Advice {
  question?: string;
  answer: string;
}

/** The keys are the sections' names in the saved body. */
const ADVICE: Record<string, (messages: Messages<'success'>) => Advice[]> = {
  upload_identity: ({ documents }) => [{ answer: documents.identity.about }],
  upload_ssn: ({ documents }) => [{ answer: documents.ssn.about }],
  upload_employment: ({ faq }) => faq.items,
  upload_other_income: ({ faq }) => faq.items,
};

export function AboutDocuments({ section, title }: { section: string; title: string }) {
  const messages = useMessages('success');
  const [isOpen, setOpen] = useState(false);
  const member = documentsStep().sections.find((one) => one.section === section)?.body ?? '';
  const advice = ADVICE[member]?.(messages);
  if (!advice) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="link"
        marginInlineStart="-0.25rem"
        aria-label={fillText(messages.documents.aboutSection, { title })}
        onClick={() => setOpen(true)}
      >
        {messages.documents.about}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close} footer={<Button onClick={close}>{messages.faq.close}</Button>}>
          {advice.map(({ question, answer }) => (
            <div key={answer}>
              {question && <h3>{question}</h3>}
              <p>{answer}</p>
            </div>
          ))}
        </Dialog>
      )}
    </>
  );
}

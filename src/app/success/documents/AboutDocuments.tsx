import { useState } from 'react';
import texts from '../../../../schemas/texts/success.json';
import { fillText } from '../../../model/fillText';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

interface Advice {
  question?: string;
  answer: string;
}

/** What is explained, by section (spec 003, section 2: info dialogs of the license, employment and non-employment income). */
const ADVICE: Record<string, Advice[]> = {
  'upload-identity': [{ answer: texts.documents.identity.about }],
  'upload-ssn': [{ answer: texts.documents.ssn.about }],
  'upload-employment': texts.faq.items,
  'upload-other-income': texts.faq.items,
};

/** A button that opens what there is to know about a section's documents. */
export function AboutDocuments({ section, title }: { section: string; title: string }) {
  const [isOpen, setOpen] = useState(false);
  const advice = ADVICE[section];
  if (!advice) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="link" onClick={() => setOpen(true)}>
        {fillText(texts.documents.aboutSection, { title })}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close} footer={<Button onClick={close}>{texts.faq.close}</Button>}>
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
